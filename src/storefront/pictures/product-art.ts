// @ts-nocheck
// Deterministic product art. productArt({slug, category}) -> SVG string (pure vector, < 6 kB, no external refs).
// One light rig for the whole catalogue (ink tile, key light top right, hairline edges); one visual language per category:
//   solution  = stacked isometric plates (a system made of parts)      hue family iris/violet-blue
//   computing = accelerator card / die floorplan in isometric          hue family ember/amber
//   data      = fields: dot lattices, strata, rings                    hue family cyan/teal
//   algorithm = curves: contour wells, attention arcs, spirographs     hue family lime/green
const rng=seed=>{let a=2166136261;for(const ch of seed){a^=ch.charCodeAt(0);a=Math.imul(a,16777619)}return()=>{a|=0;a=a+0x6D2B79F5|0;let t=Math.imul(a^a>>>15,1|a);t=t+Math.imul(t^t>>>7,61|t)^t;return((t^t>>>14)>>>0)/4294967296}};
const FAM={solution:[218,266],computing:[6,40],data:[172,210],algorithm:[76,148]};
const n=x=>Math.abs(x)<4?+x.toFixed(2):+x.toFixed(0);
// smooth closed path through points (quadratic mid-point spline)
const blob=a=>{const m=(p,q)=>[n((p[0]+q[0])/2),n((p[1]+q[1])/2)];let d='M'+m(a.at(-1),a[0]);a.forEach((p,i)=>{d+='Q'+n(p[0])+' '+n(p[1])+' '+m(p,a[(i+1)%a.length])});return d+'Z'};
// `index` (position inside the category) only picks the motif, so neighbours in a list never repeat one.
export function productArt(product: { product_id: string; product_type: 'solutions' | 'computing' | 'data' | 'algorithm' }): string {
  const slug=product.product_id,category=product.product_type==='solutions'?'solution':product.product_type,index=null;
  const r=rng(slug),R=(a,b)=>a+(b-a)*r(),I=(a,b)=>Math.floor(R(a,b+1)),pick=a=>a[I(0,a.length-1)];
  const [h0,h1]=FAM[category];const h=R(h0,h1),h2=h-h0>(h1-h0)/2?R(h0-12,h0+8):R(h1-8,h1+12);const motif=k=>{const q=I(0,k-1);return index==null?q:index%k};
  const c=(l,s=88,hh=h)=>`hsl(${n(hh)} ${n(s)}% ${n(l)}%)`; const id='a';
  const gx=n(R(48,78)),gy=n(R(14,40));
  let defs=`<radialGradient id="g" cx="${gx}%" cy="${gy}%" r="85%"><stop stop-color="${c(30,70)}"/><stop offset=".45" stop-color="${c(10,36,h)}"/><stop offset="1" stop-color="#08090c"/></radialGradient>`
    +`<linearGradient id="k" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${c(78,96)}"/><stop offset="1" stop-color="${c(48,92,h2)}"/></linearGradient>`;
  let b='';const iso=(x,y,z)=>[n(400+(x-y)*.866),n(320+(x+y)*.5-z)];const P=a=>a.map(p=>p.join(' ')).join('L');
  const quad=(x,y,w,d,z,at)=>`<path d="M${P([iso(x,y,z),iso(x+w,y,z),iso(x+w,y+d,z),iso(x,y+d,z)])}Z" ${at}/>`;
  const box=(x,y,w,d,z,hh,t,l,rr,st='')=>`<path d="M${P([iso(x,y+d,z),iso(x+w,y+d,z),iso(x+w,y+d,z+hh),iso(x,y+d,z+hh)])}Z" fill="${l}"/><path d="M${P([iso(x+w,y,z),iso(x+w,y+d,z),iso(x+w,y+d,z+hh),iso(x+w,y,z+hh)])}Z" fill="${rr}"/>`+quad(x,y,w,d,z+hh,`fill="${t}" ${st}`);
  if(category==='solution'){
    const mode=motif(4);
    if(mode<3){const k=I(3,4),s=R(138,168),gap=R(52,66);
    for(let i=0;i<k;i++){const z=(i-(k-1)/2)*gap-14,f=i/(k-1),t=mode===1?s*(1-.12*i):s,top=i===k-1;
      b+=quad(-t,-t,2*t,2*t,z-18,`fill="#000" opacity=".35"`);
      b+=box(-t,-t,2*t,2*t,z,12,top?'url(#k)':c(15+14*f,64),c(9+12*f,60),c(20+26*f,78),`fill-opacity="${top?.96:.9}" stroke="${c(58+22*f,92)}" stroke-width="1.5"`);
      if(!top){const m=I(3,5);for(let a=0;a<m;a++)for(let d=0;d<m;d++)if(r()<.42){const q=2*t/m;b+=quad(-t+a*q+q*.18,-t+d*q+q*.18,q*.64,q*.64,z+12.5,`fill="${c(64,95,r()<.5?h:h2)}" opacity="${n(R(.45,1))}"`)}}
      else if(mode===0){for(let j=0;j<3;j++){const q=t*(.74-.22*j);b+=quad(-q,-q,2*q,2*q,z+13+j*10,`fill="#fff" fill-opacity=".07" stroke="#fff" stroke-opacity="${n(.9-.2*j)}" stroke-width="2"`)}}
      else if(mode===1){b+=box(-t*.42,-t*.42,t*.84,t*.84,z+12,t*.6,c(88,95),c(36,80),c(58,92))}
      else{for(let a=0;a<2;a++)for(let d=0;d<2;d++){const hh=R(18,84);b+=box(-t*.72+a*t*.8,-t*.72+d*t*.8,t*.58,t*.58,z+12,hh,c(86,95,a^d?h2:h),c(30,80),c(54,90))}}}
    }else{const m=3,q=R(76,86),o=-m*q/2;for(let z=0;z<3;z++)for(let a=0;a<m;a++)for(let d=0;d<m;d++){const out=r();if(z&&out<.16*z)continue;const hot=r()<.2;b+=box(o+a*q,o+d*q,q*.86,q*.86,-110+z*q*.92,q*.8,hot?c(82,96,h2):c(40+z*13,72),hot?c(38,85,h2):c(13+z*6,62),hot?c(60,92,h2):c(24+z*10,76),`stroke="#fff" stroke-opacity=".28"`)}}
  }else if(category==='computing'){
    const mode=motif(4)%3,w=R(178,204),d=mode===0?R(100,118):w*.86;
    b+=`<ellipse cx="400" cy="${n(345+d*.4)}" rx="${n(w*1.35)}" ry="${n(d*.75)}" fill="#000" opacity=".35"/>`;
    b+=box(-w,-d,2*w,2*d,-26,26,'#15161b','#0b0c10',c(24,70),`stroke="${c(58,90)}" stroke-width="1.5"`);
    if(mode===0){const k=I(1,3),q=2*w/k;for(let i=0;i<k;i++){b+=box(-w+i*q+q*.1,-d*.8,q*.8,d*1.6,0,30,'#24262d','#101116',c(34,80),`stroke="${c(50,80)}" stroke-opacity=".6"`);
        const rr=Math.min(q*.36,d*.68),[cx,cy]=iso(-w+i*q+q*.5,0,31);b+=`<g transform="matrix(.866 .5 -.866 .5 ${cx} ${cy})"><circle r="${n(rr)}" fill="#08090c" stroke="url(#k)" stroke-width="4"/>`;
        const m=I(7,11);for(let j=0;j<m;j++)b+=`<path d="M0 0Q${n(rr*.5)} ${n(-rr*.36)} ${n(rr*.93)} 0" transform="rotate(${n(j*360/m)})" fill="${c(40+j%2*16,80)}" opacity=".85"/>`;b+=`<circle r="${n(rr*.24)}" fill="url(#k)"/></g>`}}
    else{const m=mode===1?I(3,4):I(5,6),q=2*w*.84/m,e=2*d*.84/m,c0=(m-1)/2;for(let a=0;a<m;a++)for(let s=0;s<m;s++){const core=Math.hypot(a-c0,s-c0)<(mode===1?.9:1.3);const hh=core?R(26,40):mode===1?R(4,20):R(3,34)*(r()<.6?1:.2);
        b+=box(-w*.84+a*q+q*.1,-d*.84+s*e+e*.1,q*.8,e*.8,0,hh,core?c(R(66,78),99,r()<.5?h:h2):r()<.22?c(R(38,50),88):'#2b2d35',core?c(36,88):'#121318',core?c(52,94):'#1c1e25',`stroke="${c(72,92)}" stroke-opacity="${core?.9:.2}"`)}
      for(let i=0;i<9;i++){const y=-d+(i+1)*2*d/10;b+=`<path d="M${P([iso(w,y,-13),iso(w+R(26,70),y,-13)])}" stroke="${c(62,95)}" stroke-width="2.5" opacity="${n(R(.3,1))}"/>`}}
  }else if(category==='data'){
    const mode=motif(4);
    if(mode===0){const ph=R(0,6),f=R(.4,.75);for(let j=0;j<11;j++){let p='';for(let i=0;i<=14;i++){const x=i*44+92,y=150+j*31-46*Math.sin(i*f+j*.42+ph)-20*Math.cos(i*.9-j*.5);p+=(i?'L':'M')+n(x)+' '+n(y)}b+=`<path d="${p}" fill="none" stroke="${c(46+j*3,90,h+(h2-h)*j/11)}" stroke-width="${n(2+j*.55)}" stroke-dasharray="0 ${n(11+j*.3)}" stroke-linecap="round" opacity="${n(.3+j*.07)}"/>`}}
    else if(mode===1){const sh=pick(['<circle cx="400" cy="300" r="205"/>','<path d="M400 80l200 110v220L400 520 200 410V190Z"/>','<rect x="150" y="110" width="500" height="380" rx="28"/>','<path d="M400 90L640 470H160Z"/>']);b+=`<clipPath id="s">${sh}</clipPath><g clip-path="url(#s)" transform="rotate(${I(-24,24)} 400 300)"><path fill="${c(12,60)}" d="M0 0h800v600H0z"/>`;const k=I(5,10);for(let j=0;j<k;j++){const y=120+j*(380/k),A=R(14,56),q=R(-70,70);const f=j/(k-1);b+=`<path d="M60 ${n(y)}C${n(270+q)} ${n(y-A*2)} ${n(430-q)} ${n(y+A*2)} 740 ${n(y-A*.4)}V640H60Z" fill="${c(16+f*46,62+f*34,h+(h2-h)*f)}" stroke="${c(80,96)}" stroke-opacity="${n(.22+.4*f)}" opacity="${n(.55+.4*f)}"/>`}b+='</g>'}
    else if(mode===2){const k=I(5,7);for(let j=k;j>0;j--){const rr=j*R(29,32)+22;b+=`<circle cx="400" cy="300" r="${n(rr)}" fill="none" stroke="${c(44+ (k-j)*6,90,h+(h2-h)*j/k)}" stroke-width="${n(R(7,19))}" stroke-dasharray="${n(R(40,280))} ${n(R(8,60))} ${n(R(10,120))} ${n(R(8,30))}" transform="rotate(${I(0,360)} 400 300)" opacity="${n(R(.55,1))}"/>`}b+=`<circle cx="400" cy="300" r="24" fill="url(#k)"/>`}
    else{const m=I(5,6),q=320/m;for(let s=0;s<m;s++)for(let a=0;a<m;a++){const v=Math.sin(a*.7+r()*.9)*Math.cos(s*.6)+r()*.5;const hh=Math.max(4,v*95+34);if(v>-.5)b+=box(-150+a*q,-150+s*q,q*.72,q*.72,-60,hh,c(44+Math.min(38,hh*.4),92,h+(h2-h)*s/m),c(12+hh*.08,60),c(20+hh*.12,70))}}
  }else{
    const mode=motif(4);
    if(mode===0){const ox=R(-50,50),k=I(9,12),ph=R(0,6),l=I(2,4);for(let j=0;j<k;j++){const f=j/(k-1),rr=230-205*f;const pt=[];for(let i=0;i<12;i++){const t=i/12*Math.PI*2,q=rr*(1+(.24*(1-f))*Math.sin(l*t+ph+f)+.05*Math.sin(5*t+ph));pt.push([400+ox*f+q*Math.cos(t)*1.22,300+f*26+q*Math.sin(t)*.92])}
      b+=`<path d="${blob(pt)}" fill="${c(10+f*26,80,h2)}" fill-opacity="${n(.12+.1*f)}" stroke="${c(36+f*42,92,h+(h2-h)*(1-f))}" stroke-width="${n(1.6+f*2)}"/>`}b+=`<circle cx="${n(400+ox)}" cy="326" r="9" fill="#fff"/>`}
    else if(mode===1){const k=I(7,10),w=520/(k-1);for(let i=0;i<k;i++)for(let j=0;j<k;j++)if(r()<.6){const x=140+i*w,y=140+j*w,o=R(.15,1);b+=`<path d="M${n(x)} 170C${n(x)} 300 ${n(140+j*w)} 300 ${n(140+j*w)} 430" fill="none" stroke="${c(38+o*34,90,h+(h2-h)*i/k)}" stroke-width="${n(.8+o*3)}" opacity="${n(o)}"/>`}for(let i=0;i<k;i++){b+=`<circle cx="${n(140+i*w)}" cy="170" r="${n(R(6,13))}" fill="${c(72,95)}"/><circle cx="${n(140+i*w)}" cy="430" r="${n(R(6,13))}" fill="url(#k)"/>`}}
    else if(mode===2){const k=I(14,20),tw=R(1.1,2.2),A=R(96,140),ph=R(0,6);for(let j=0;j<k;j++){const f=j/(k-1);let p='';for(let i=0;i<=6;i++){const x=90+i*103.3,u=(i/6-.5)*2,y=300+(f-.5)*2*A*Math.cos(u*tw+ph*.2)+Math.sin(u*2.4+ph)*58*(1-f*.3);p+=i===0?`M${n(x)} ${n(y)}`:i===1?`Q${n(x-52)} ${n(y)} ${n(x)} ${n(y)}`:`T${n(x)} ${n(y)}`}b+=`<path d="${p}" fill="none" stroke="${c(40+36*Math.sin(f*3.14),92,h+(h2-h)*f)}" stroke-width="${n(1.2+2.6*Math.sin(f*3.14))}" opacity="${n(.35+.6*Math.sin(f*3.14))}"/>`}}
    else{const L=I(3,4),cnt=[];for(let l=0;l<=L;l++)cnt.push(l===0?I(3,5):l===L?I(1,3):I(4,6));const pos=(l,i)=>[n(140+l*520/L),n(300+(i-(cnt[l]-1)/2)*Math.min(78,360/cnt[l]))];
      for(let l=0;l<L;l++)for(let i=0;i<cnt[l];i++)for(let j=0;j<cnt[l+1];j++){const[x,y]=pos(l,i),[X,Y]=pos(l+1,j),o=r();if(o>.3)b+=`<path d="M${x} ${y}C${n((x+X)/2)} ${y} ${n((x+X)/2)} ${Y} ${X} ${Y}" fill="none" stroke="${c(36+o*34,88,h+(h2-h)*l/L)}" stroke-width="${n(.6+o*o*3.4)}" opacity="${n(o*.85)}"/>`}
      for(let l=0;l<=L;l++)for(let i=0;i<cnt[l];i++){const[x,y]=pos(l,i);b+=`<circle cx="${x}" cy="${y}" r="${n(R(9,17))}" fill="${r()<.4?'url(#k)':'#0b0d10'}" stroke="${c(68,92)}" stroke-width="3"/>`}}
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600"><defs>${defs}</defs><path fill="#08090c" d="M0 0h800v600H0z"/><path fill="url(#g)" d="M0 0h800v600H0z"/>${b}</svg>`;
}
