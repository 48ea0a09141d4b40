ALL=[]
def P(id,name,typ,price,unit,prov,stock,desc,specs,opts=None,sale=None):
    s=[]
    for l in specs.strip().split("\n"):
        a,b=l.strip().split(": ",1); s.append({"name":a,"value":b})
    o=[{"name":k,"choices":v} for k,v in (opts or {}).items()]
    d="\n".join(x.rstrip() for x in desc.strip().split("\n"))
    ALL.append(dict(product_id=id,product_name=name,product_type=typ,description=d,product_img="",price=price,on_sale=sale is not None,sale_price=sale,stock=stock,price_unit=unit,provider=prov,options=o,specs=s))
