primfn(n) -> () {
}
# expected-error@1:9 {{expected ':', not ')'}}
