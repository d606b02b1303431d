# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def tvm_avgpool_crouton_same_generic_impl(Mb: T.Buffer(("no", "ho", "4 * ocw", "32 * occ"), "float16"), Ab: T.Buffer(("n", "h", "w", "c"), "float16"), Wb: T.Buffer(("nw", "hw", "ww", "cw"), "int32"), Sb: T.Buffer(("ns", "hs_1", "ws_1", "cs"), "int32"), SOb: T.Buffer(("nso_1", "hso_1", "wso_1", "cso"), "int32"), Tb: T.Buffer(("nt", "ht", "wt", "ct"), "int32"), APb: T.Buffer(("nap", "hap_1", "wap_1", "cap"), "int32"), Areab: T.Buffer((1, "hArea", "wArea", 1), "float16"), ocb: T.int32, och: T.int32, ocw: T.int32, occ: T.int32, hs: T.int32, ws: T.int32, hap: T.int32, wap: T.int32, hso: T.int32, wso: T.int32, nso: T.int32, so_crc: T.int32):
    no, ho = T.int32(), T.int32()
    n, h, w, c = T.int32(), T.int32(), T.int32(), T.int32()
    nw, hw, ww, cw = T.int32(), T.int32(), T.int32(), T.int32()
    ns, hs_1, ws_1, cs = T.int32(), T.int32(), T.int32(), T.int32()
    nso_1, hso_1, wso_1, cso = T.int32(), T.int32(), T.int32(), T.int32()
    nt, ht, wt, ct = T.int32(), T.int32(), T.int32(), T.int32()
    nap, hap_1, wap_1, cap = T.int32(), T.int32(), T.int32(), T.int32()
    hArea, wArea = T.int32(), T.int32()
    T.func_attr({"from_legacy_te_schedule": True, "tir.noalias": True})
    cse_var_10 = T.bind(T.truncmod(T.Ramp(0, 1, 64), T.Broadcast(2, 64)) * T.Broadcast(32, 64))
    cse_var_9 = T.bind(T.Div(T.Ramp(0, 1, 64), T.Broadcast(2, 64)))
    cse_var_8 = T.bind(T.Broadcast(0, 64) + cse_var_10 + cse_var_9)
    cse_var_7 = T.bind(T.Broadcast(64, 64) + cse_var_10 + cse_var_9)
    cse_var_6 = T.bind(T.Broadcast(128, 64) + cse_var_10 + cse_var_9)
    cse_var_5 = T.bind(T.Broadcast(192, 64) + cse_var_10 + cse_var_9)
    cse_var_4 = T.bind(T.Broadcast(256, 64) + cse_var_10 + cse_var_9)
    cse_var_3 = T.bind(T.Broadcast(320, 64) + cse_var_10 + cse_var_9)
    cse_var_2 = T.bind(T.Broadcast(384, 64) + cse_var_10 + cse_var_9)
    cse_var_1 = T.bind(T.Broadcast(448, 64) + cse_var_10 + cse_var_9)
    Ab_2 = T.decl_buffer((n * h * w * c,), "float16", data=Ab.data)
    B = T.alloc_buffer((512,), "float16")
    for b in range(no):
        cse_var_11 = T.bind((b + nso) * ((h + 7) // 8))
        for d_outer, y_outer in T.grid(occ, ho // 4):
            cse_var_12 = T.bind(y_outer * 4)
            for x_outer in range(ocw):
                cse_var_13 = T.bind(x_outer * 4)
                B[cse_var_8] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_7] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_6] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_5] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_4] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_3] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_2] = T.Broadcast(T.float16(0.0), 64)
                B[cse_var_1] = T.Broadcast(T.float16(0.0), 64)
                for ry in range(hw):
                    cse_var_25 = T.bind(cse_var_12 * hs + ry + hso + hap)
                    cse_var_24 = T.bind(cse_var_25 // 8 + cse_var_11)
                    cse_var_23 = T.bind(cse_var_25 % 8 * 128)
                    cse_var_22 = T.bind((cse_var_12 + 1) * hs + ry + hso + hap)
                    cse_var_21 = T.bind(cse_var_22 // 8 + cse_var_11)
                    cse_var_20 = T.bind(cse_var_22 % 8 * 128)
                    cse_var_19 = T.bind((cse_var_12 + 2) * hs + ry + hso + hap)
                    cse_var_18 = T.bind(cse_var_19 // 8 + cse_var_11)
                    cse_var_17 = T.bind(cse_var_19 % 8 * 128)
                    cse_var_16 = T.bind((cse_var_12 + 3) * hs + ry + hso + hap)
                    cse_var_15 = T.bind(cse_var_16 // 8 + cse_var_11)
                    cse_var_14 = T.bind(cse_var_16 % 8 * 128)
                    for rx in range(ww):
                        B[cse_var_8] = B[cse_var_8] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) // 4 + cse_var_24 + d_outer, cse_var_23 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_7] = B[cse_var_7] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) // 4 + cse_var_24 + d_outer, cse_var_23 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_6] = B[cse_var_6] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) // 4 + cse_var_21 + d_outer, cse_var_20 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_5] = B[cse_var_5] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) // 4 + cse_var_21 + d_outer, cse_var_20 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_4] = B[cse_var_4] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) // 4 + cse_var_18 + d_outer, cse_var_17 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_3] = B[cse_var_3] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) // 4 + cse_var_18 + d_outer, cse_var_17 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_2] = B[cse_var_2] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) // 4 + cse_var_15 + d_outer, cse_var_14 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2)) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
                        B[cse_var_1] = B[cse_var_1] + Ab_2[T.Ramp(T.call_extern("int32", "crouton_index", ((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) // 4 + cse_var_15 + d_outer, cse_var_14 + T.Div(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2) * 64 + T.Div(T.call_extern("int32", "placeholder"), 2) * 2 + T.truncmod(((cse_var_13 + T.truncmod(T.call_extern("int32", "placeholder"), 2) + 2) * ws + rx + wso + wap) % 4, 2)), 1, 64)]
