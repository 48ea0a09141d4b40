import sys,lib,importlib
for m in sys.argv[1:]: importlib.import_module(m)
print(len(lib.ALL), len({p['product_id'] for p in lib.ALL}), len({p['product_name'] for p in lib.ALL}))
for p in lib.ALL:
    f=p['description'].split('\n\n')[0]; n=len(p['description'])
    if len(f)>=160 or not 300<=n<=900 or not 5<=len(p['specs'])<=10: print(p['product_id'],len(f),n,len(p['specs']))
