from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    if i > 0:
     if i > 0:
      if i > 0:
       if i > 0:
        if i > 0:
         if i > 0:
          if i > 0:
           if i > 0:
            if i > 0:
             if i > 0:
              if i > 0:
               if i > 0:
                if i > 0:
                 if i > 0:
                  if i > 0:
                   if i > 0:
                    if i > 0:
                     if i > 0:
                      if i > 0:
                       if i > 0:
                        if i > 0:
                         if i > 0:
                          if i > 0:
                           if i > 0:
                            if i > 0:
                             if i > 0:
                              if i > 0:
                               if i > 0:
                                if i > 0:
                                 if i > 0:
                                  if i > 0:
                                   if i > 0:
                                    if i > 0:
                                     if i > 0:
                                      if i > 0:
                                       if i > 0:
                                        if i > 0:
                                         if i > 0:
                                          if i > 0:
                                           if i > 0:
                                            if i > 0:
                                             if i > 0:
                                              if i > 0:
                                               if i > 0:
                                                if i > 0:
                                                 if i > 0:
                                                  if i > 0:
                                                   if i > 0:
                                                    if i > 0:
                                                     if i > 0:
                                                      if i > 0:
                                                       if i > 0:
                                                        if i > 0:
                                                         if i > 0:
                                                          if i > 0:
                                                           if i > 0:
                                                            if i > 0:
                                                             if i > 0:
                                                              if i > 0:
                                                               if i > 0:
                                                                if i > 0:
                                                                 if i > 0:
                                                                  if i > 0:
                                                                   if i > 0:
                                                                    if i > 0:
                                                                     if i > 0:
                                                                      if i > 0:
                                                                       if i > 0:
                                                                        if i > 0:
                                                                         if i > 0:
                                                                          if i > 0:
                                                                           if i > 0:
                                                                            if i > 0:
                                                                             if i > 0:
                                                                              if i > 0:
                                                                               if i > 0:
                                                                                if i > 0:
                                                                                 if i > 0:
                                                                                  if i > 0:
                                                                                   if i > 0:
                                                                                    if i > 0:
                                                                                     if i > 0:
                                                                                      if i > 0:
                                                                                       if i > 0:
                                                                                        if i > 0:
                                                                                         if i > 0:
                                                                                          if i > 0:
                                                                                           if i > 0:
                                                                                            if i > 0:
                                                                                             if i > 0:
                                                                                              if i > 0:
                                                                                               if i > 0:
                                                                                                if i > 0:
                                                                                                 if i > 0:
                                                                                                  if i > 0:
                                                                                                   if i > 0:
                                                                                                    if i > 0:
                                                                                                     if i > 0:
                                                                                                      if i > 0:
                                                                                                       if i > 0:
                                                                                                        if i > 0:
                                                                                                         if i > 0:
                                                                                                          if i > 0:
                                                                                                           if i > 0:
                                                                                                            if i > 0:
                                                                                                             if i > 0:
                                                                                                              if i > 0:
                                                                                                               if i > 0:
                                                                                                                if i > 0:
                                                                                                                 if i > 0:
                                                                                                                  if i > 0:
                                                                                                                   if i > 0:
                                                                                                                    if i > 0:
                                                                                                                     if i > 0:
                                                                                                                      if i > 0:
                                                                                                                       if i > 0:
                                                                                                                        if i > 0:
                                                                                                                         if i > 0:
                                                                                                                          if i > 0:
                                                                                                                           if i > 0:
                                                                                                                            if i > 0:
                                                                                                                             if i > 0:
                                                                                                                              if i > 0:
                                                                                                                               if i > 0:
                                                                                                                                if i > 0:
                                                                                                                                 if i > 0:
                                                                                                                                  if i > 0:
                                                                                                                                   if i > 0:
                                                                                                                                    if i > 0:
                                                                                                                                     if i > 0:
                                                                                                                                      if i > 0:
                                                                                                                                       if i > 0:
                                                                                                                                        if i > 0:
                                                                                                                                         if i > 0:
                                                                                                                                          if i > 0:
                                                                                                                                           if i > 0:
                                                                                                                                            if i > 0:
                                                                                                                                             if i > 0:
                                                                                                                                              if i > 0:
                                                                                                                                               if i > 0:
                                                                                                                                                if i > 0:
                                                                                                                                                 if i > 0:
                                                                                                                                                  if i > 0:
                                                                                                                                                   if i > 0:
                                                                                                                                                    if i > 0:
                                                                                                                                                     if i > 0:
                                                                                                                                                      if i > 0:
                                                                                                                                                       if i > 0:
                                                                                                                                                        if i > 0:
                                                                                                                                                         if i > 0:
                                                                                                                                                          if i > 0:
                                                                                                                                                           if i > 0:
                                                                                                                                                            if i > 0:
                                                                                                                                                             if i > 0:
                                                                                                                                                              if i > 0:
                                                                                                                                                               if i > 0:
                                                                                                                                                                if i > 0:
                                                                                                                                                                 if i > 0:
                                                                                                                                                                  if i > 0:
                                                                                                                                                                   if i > 0:
                                                                                                                                                                    if i > 0:
                                                                                                                                                                     if i > 0:
                                                                                                                                                                      if i > 0:
                                                                                                                                                                       if i > 0:
                                                                                                                                                                        if i > 0:
                                                                                                                                                                         if i > 0:
                                                                                                                                                                          if i > 0:
                                                                                                                                                                           if i > 0:
                                                                                                                                                                            if i > 0:
                                                                                                                                                                             if i > 0:
                                                                                                                                                                              if i > 0:
                                                                                                                                                                               if i > 0:
                                                                                                                                                                                if i > 0:
                                                                                                                                                                                 if i > 0:
                                                                                                                                                                                  if i > 0:
                                                                                                                                                                                   if i > 0:
                                                                                                                                                                                    if i > 0:
                                                                                                                                                                                     if i > 0:
                                                                                                                                                                                      if i > 0:
                                                                                                                                                                                       if i > 0:
                                                                                                                                                                                        if i > 0:
                                                                                                                                                                                         if i > 0:
                                                                                                                                                                                          if i > 0:
                                                                                                                                                                                           if i > 0:
                                                                                                                                                                                            if i > 0:
                                                                                                                                                                                             if i > 0:
                                                                                                                                                                                              if i > 0:
                                                                                                                                                                                               if i > 0:
                                                                                                                                                                                                if i > 0:
                                                                                                                                                                                                 if i > 0:
                                                                                                                                                                                                  if i > 0:
                                                                                                                                                                                                   if i > 0:
                                                                                                                                                                                                    if i > 0:
                                                                                                                                                                                                     if i > 0:
                                                                                                                                                                                                      if i > 0:
                                                                                                                                                                                                       if i > 0:
                                                                                                                                                                                                        if i > 0:
                                                                                                                                                                                                         if i > 0:
                                                                                                                                                                                                          if i > 0:
                                                                                                                                                                                                           if i > 0:
                                                                                                                                                                                                            if i > 0:
                                                                                                                                                                                                             if i > 0:
                                                                                                                                                                                                              if i > 0:
                                                                                                                                                                                                               if i > 0:
                                                                                                                                                                                                                if i > 0:
                                                                                                                                                                                                                 if i > 0:
                                                                                                                                                                                                                  if i > 0:
                                                                                                                                                                                                                   if i > 0:
                                                                                                                                                                                                                    if i > 0:
                                                                                                                                                                                                                      A[0] = x
# expected-error@205:1 {{lines are indented more than 200 levels deep}}
# expected-error@204:203 {{expected an indented block after this}}
# expected-error@206:1 {{lines are indented more than 200 levels deep}}
# expected-error@205:204 {{expected an indented block after this}}
# expected-error@207:1 {{lines are indented more than 200 levels deep}}
# expected-error@206:205 {{expected an indented block after this}}
# expected-error@208:1 {{lines are indented more than 200 levels deep}}
# expected-error@207:206 {{expected an indented block after this}}
# expected-error@209:1 {{lines are indented more than 200 levels deep}}
# expected-error@208:207 {{expected an indented block after this}}
# expected-error@210:1 {{lines are indented more than 200 levels deep}}
# expected-error@209:208 {{expected an indented block after this}}
# expected-error@211:1 {{lines are indented more than 200 levels deep}}
# expected-error@210:209 {{expected an indented block after this}}
# expected-error@212:1 {{lines are indented more than 200 levels deep}}
# expected-error@211:210 {{expected an indented block after this}}
# expected-error@213:1 {{lines are indented more than 200 levels deep}}
# expected-error@212:211 {{expected an indented block after this}}
# expected-error@214:1 {{lines are indented more than 200 levels deep}}
# expected-error@213:212 {{expected an indented block after this}}
# expected-error@215:1 {{lines are indented more than 200 levels deep}}
# expected-error@214:213 {{expected an indented block after this}}
