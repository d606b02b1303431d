from tvm.script
import tvm.script as
import 1
from tvm.script import
from tvm.script import tirx as T,
# expected-error@1:16 {{expected 'import', not end of line}}
# expected-error@2:21 {{expected a name, not end of line}}
# expected-error@3:8 {{expected a name, not '1'}}
# expected-error@4:23 {{expected a name, not end of line}}
# expected-error@5:34 {{expected a name, not end of line}}
