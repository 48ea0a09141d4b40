// Five loops under one light rig: an ink-black room, a key light on the right, the left 45 % calm for white text, the
// same vignette and the same grade. Time enters only as T in [0, 1), through sin/cos(TAU * k * T + ...) with a whole k
// or through whole shifts of a pattern that repeats: so the frame after the last one is the first, and no seam shows.

/** Shared by all scenes: uniforms, hashes, value noise and the grade that makes the five one family. */
const COMMON = /* glsl */ `#version 300 es
precision highp float;
uniform vec2 R; // size of the picture in pixels
uniform float T; // place in the loop, 0 to 1
out vec4 O;
#define TAU 6.28318530718

mat2 rot(float a) {
  float c = cos(a), s = sin(a);
  return mat2(c, -s, s, c);
}

float hash1(float p) {
  p = fract(p * .1031);
  p *= p + 33.33;
  p *= p + p;
  return fract(p);
}

float hash2(vec2 p) {
  vec3 q = fract(vec3(p.xyx) * .1031);
  q += dot(q, q.yzx + 33.33);
  return fract((q.x + q.y) * q.z);
}

float valueNoise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * f * (f * (f * 6. - 15.) + 10.);
  return mix(
    mix(hash2(i), hash2(i + vec2(1, 0)), f.x),
    mix(hash2(i + vec2(0, 1)), hash2(i + vec2(1, 1)), f.x),
    f.y
  );
}

vec3 grade(vec3 c, vec2 uv) {
  float calm = mix(.34, 1., smoothstep(.05, .72, uv.x)); // the side the text stands on
  c *= mix(calm, 1., .12);
  vec2 q = uv - .5;
  c *= 1. - .55 * dot(q, q) * 1.6; // vignette
  c = c * (2.51 * c + .03) / (c * (2.43 * c + .59) + .14); // close to the ACES film curve
  c = max(mix(vec3(dot(c, vec3(.2126, .7152, .0722))), c, 1.08), 0.);
  c += vec3(.020, .0225, .030) * (1. - smoothstep(0., .4, max(c.r, max(c.g, c.b)))); // ink, not black
  // A dither that stands still: it costs almost no bits and keeps the dark ramps free of bands.
  c += (hash2(gl_FragCoord.xy) + hash2(gl_FragCoord.xy + 71.) - 1.) / 255.;
  return c;
}
`;

/** uv runs from 0 to 1, p is centred and square. */
const PLACE = /* glsl */ `vec2 uv = gl_FragCoord.xy / R;
  vec2 p = (gl_FragCoord.xy - .5 * R) / R.y;`;

/** "Silk": ribbons of light folding in the dark, from ember to rose. */
const welcome = /* glsl */ `${COMMON}
// A warped phase field, lit like cloth with a sheen along its folds.
float folds(vec2 q) {
  q += .24 * sin(q.yx * vec2(1.15, 1.45) + vec2(.7 * sin(TAU * T), 1.7 + .8 * cos(TAU * T)));
  q += .12 * sin(q.yx * vec2(2.3, 2.05) + vec2(-TAU * T + .6, TAU * T + 2.4));
  float a = q.x * 1.55 + q.y * .95;
  float v = sin(a * 1.7 + .55 * sin(q.y * 1.6 + TAU * T) + .25);
  v += .42 * sin(a * 3.6 - q.y * .8 + 1.1 + .6 * sin(q.x * 1.2 - TAU * T));
  v += .11 * sin(a * 8.3 + q.y * 1.9 + 2. * sin(q.x * .9));
  return v;
}

void main() {
  ${PLACE}
  vec2 q = rot(.42) * (p - vec2(.42, -.02));
  float e = .004;
  float v = folds(q);
  vec2 slope = vec2(folds(q + vec2(e, 0.)) - v, folds(q + vec2(0., e)) - v) / e;

  vec3 normal = normalize(vec3(-slope * .55, 1.));
  vec3 key = normalize(vec3(.55, .62, .38));
  vec3 fill = normalize(vec3(-.85, -.25, .30));
  vec3 eye = vec3(0, 0, 1);
  float keyLight = max(dot(normal, key), 0.);
  float fillLight = max(dot(normal, fill), 0.);
  float keySheen = pow(max(dot(normal, normalize(key + eye)), 0.), 34.);
  float fillSheen = pow(max(dot(normal, normalize(fill + eye)), 0.), 22.);
  float rim = pow(1. - normal.z, 2.2);

  vec3 ember = vec3(1., .27, .04), rose = vec3(.90, .08, .26), iris = vec3(.09, .12, .80);
  float x = clamp(.5 + .42 * q.x + .28 * v * .5 + .35 * q.y, 0., 1.);
  vec3 base = mix(iris, mix(rose, ember, smoothstep(.42, .92, x)), smoothstep(.08, .55, x));
  vec3 c = base * (.02 + .42 * keyLight * keyLight + .10 * fillLight);
  c += mix(base, vec3(1., .78, .58), .62) * keySheen * .95;
  c += iris * fillSheen * .32 + rose * fillSheen * .10;
  c += base * rim * .34;
  c *= .35 + .65 * smoothstep(-1.2, .9, v); // the valleys lie in the cloth's own shadow

  float ribbon = exp(-pow(max(abs((rot(.30) * (p - vec2(.50, 0.))).x) - .16, 0.) * 2.15, 2.));
  c *= ribbon * ribbon;
  c *= smoothstep(-.95, .35, p.x + .10 * v);
  vec2 haze = p - vec2(.62, .0);
  c += vec3(.55, .09, .05) * exp(-3.2 * dot(haze, haze)) * .05;
  O = vec4(grade(c * 1.25, uv), 1.);
}`;

/** "Assembly": a field of glass columns that rise into one form, ember at the core and iris at the rim. */
const solution = /* glsl */ `${COMMON}
const vec2 CORE = vec2(3., 2.);

float wave(vec2 id) {
  vec2 d = id - CORE;
  return .5 + .5 * sin(length(d) * .62 - TAU * T + .8 * sin(atan(d.y, d.x) * 2.));
}

float columnHeight(vec2 id) {
  float r = length(id - CORE);
  float n = hash2(id + 11.);
  float twinkle = .5 + .5 * sin(TAU * (T + n));
  return (1.6 * wave(id) * exp(-r * .085) + .55 * twinkle * n) * exp(-r * .03);
}

// Looks from above without perspective and walks cell by cell until the ray meets a column.
vec3 shade(vec2 p, vec2 uv) {
  vec3 origin = vec3(-10.5, 10.2, -10.5), target = vec3(1.2, 0., -.2) + vec3(-2., 0., 2.) * .9;
  vec3 ray = normalize(target - origin);
  vec3 right = normalize(cross(ray, vec3(0, 1, 0))), up = cross(right, ray);
  float zoom = 6.6;
  origin += right * p.x * zoom * 1.25 + up * p.y * zoom * 1.25;

  float t = (origin.y - 2.4) / -ray.y;
  vec2 id = floor((origin + ray * t).xz);
  vec2 inverse = 1. / ray.xz, direction = sign(ray.xz);
  vec3 normal = vec3(0, 1, 0);
  float height = 0.;
  bool hit = false;
  for (int i = 0; i < 26; i++) {
    height = columnHeight(id);
    vec2 t1 = (id + .045 - origin.xz) * inverse, t2 = (id + .955 - origin.xz) * inverse;
    vec2 near = min(t1, t2), far = max(t1, t2);
    float enter = max(near.x, near.y), leave = min(far.x, far.y);
    float atTop = (origin.y - height) / -ray.y;
    if (enter < leave) {
      if (atTop >= enter && atTop <= leave) {
        hit = true;
        t = atTop;
        normal = vec3(0, 1, 0);
        break;
      }
      if (atTop < enter) {
        hit = true;
        t = enter;
        normal = near.x > near.y ? vec3(-direction.x, 0, 0) : vec3(0, 0, -direction.y);
        break;
      }
    }
    vec2 next = (id + max(direction, 0.) - origin.xz) * inverse;
    if (next.x < next.y) id.x += direction.x;
    else id.y += direction.y;
  }
  if (!hit) return vec3(0.);

  vec3 place = origin + ray * t;
  vec2 inCell = place.xz - id;
  float r = length(id - CORE);
  float activity = pow(wave(id), 5.) * exp(-r * .07);
  activity = smoothstep(.06, .80, activity) * smoothstep(.26, .66, uv.x);
  float lone = pow(.5 + .5 * sin(TAU * (T + hash2(id * 1.7))), 8.) * step(.86, hash2(id + 3.));
  lone *= smoothstep(.2, .5, uv.x);

  vec3 iris = vec3(.16, .27, 1.), ember = vec3(1., .36, .07);
  vec3 c;
  if (normal.y > .5) {
    vec2 b = min(inCell - .045, .955 - inCell);
    float inside = min(b.x, b.y);
    float edge = exp(-inside * 26.);
    c = vec3(.016, .019, .032) + iris * .035 * height;
    c += mix(iris, ember, activity) * edge * (.10 + 1.5 * activity + .9 * lone);
    c += ember * (activity * activity * .55 + lone * .25) * smoothstep(0., .5, inside) * .9;
  } else {
    float below = height - place.y;
    float side = normal.x != 0. ? min(inCell.y - .045, .955 - inCell.y) : min(inCell.x - .045, .955 - inCell.x);
    float edge = exp(-below * 18.) + .5 * exp(-side * 24.);
    float lit = normal.x < 0. ? .55 : 1.;
    c = vec3(.010, .012, .022) * lit;
    c += mix(iris, ember, activity * .8) * exp(-below * 1.7) * (.045 + .42 * activity) * lit;
    c += mix(iris, ember, activity) * edge * (.05 + .75 * activity + .5 * lone);
  }
  return c * exp(-max(0., r - 6.) * .09);
}

void main() {
  ${PLACE}
  vec2 d = vec2(.25, .25) / R.y; // two samples per pixel: the silhouettes need them
  vec3 c = .5 * (min(shade(p + d, uv) * 1.7, vec3(4.)) + min(shade(p - d, uv) * 1.7, vec3(4.)));
  O = vec4(grade(c, uv), 1.);
}`;

/** "Die": a lit floor plan of silicon with pulses racing along its buses, in amber and ember. */
const computing = /* glsl */ `${COMMON}
vec3 tile(vec2 place, float far) {
  vec2 g = place * .5;
  vec2 id = floor(g), e = fract(g);
  float n = hash2(id + 5.);
  vec2 margin = vec2(.07 + .05 * hash2(id + 1.), .07 + .05 * hash2(id + 2.));
  vec2 b = min(e - margin, 1. - margin - e);
  float d = min(b.x, b.y);
  float blur = .006 + far * .010;
  float inside = smoothstep(-blur, blur, d);

  vec3 ember = vec3(1., .36, .07), amber = vec3(1., .66, .22), ice = vec3(.18, .50, 1.);
  float load = .5 + .5 * sin(TAU * (T + n) + 6. * hash2(id + 9.));
  load *= load;
  float heat = exp(-.035 * dot(id - vec2(4., 9.), id - vec2(4., 9.)));
  vec3 k = mix(ice, mix(ember, amber, load), clamp(heat * 1.25 + .15, 0., 1.));
  vec3 c = vec3(.007, .008, .012) + inside * k * .018;
  c += k * exp(-abs(d) * (60. - 35. * far)) * (.10 + .9 * load * heat);

  float perSide = n < .33 ? 4. : (n < .66 ? 6. : 8.);
  vec2 inCore = fract(e * perSide) - .5;
  vec2 core = floor(e * perSide) + id * 13.;
  float isOn = step(.42, hash2(core));
  float blink = pow(.5 + .5 * sin(TAU * (T * floor(1. + 2. * hash2(core + 4.)) + hash2(core + 7.))), 3.);
  float shape = smoothstep(.36, .30, max(abs(inCore.x), abs(inCore.y)));
  c += inside * shape * isOn * k * (.03 + .55 * blink * (.12 + heat)) * (1. - .5 * far);
  return c;
}

vec3 bus(vec2 place, float far) {
  vec3 c = vec3(0.);
  for (int a = 0; a < 2; a++) {
    vec2 q = a == 0 ? place : place.yx;
    float lane = floor(q.y * .5 + .5);
    float aside = abs(q.y - lane * 2.);
    float width = .012 + .02 * far;
    float line = exp(-aside / width * 1.2);
    float r = hash1(lane * 3.7 + float(a) * 17.);
    float speed = r < .5 ? 1. : 2.;
    float direction = hash1(lane + 31.) < .5 ? -1. : 1.;
    float phase = fract(q.x / 16. - direction * T * speed + r);
    phase = direction > 0. ? phase : 1. - phase;
    float pulse = pow(phase, 14.);
    float glow = exp(-aside * 9.) * pow(phase, 20.);
    vec3 k = r < .72 ? vec3(1., .45, .12) : vec3(.35, .65, 1.);
    c += k * (line * (.04 + 2.6 * pulse) + glow * .35);
  }
  return c;
}

void main() {
  ${PLACE}
  vec3 origin = vec3(1.2 + .25 * sin(TAU * T), 4.3, -1.8), target = vec3(5.2, 0., 9.4);
  vec3 ahead = normalize(target - origin);
  vec3 right = normalize(cross(vec3(0, 1, 0), ahead)), up = cross(ahead, right);
  vec3 ray = normalize(ahead * 1.35 + right * p.x + up * p.y);
  vec3 c = vec3(0.);
  if (ray.y < -.02) {
    float t = -origin.y / ray.y;
    vec2 place = (origin + ray * t).xz;
    float far = clamp((t - 8.) / 20., 0., 1.);
    c = tile(place, far) + bus(place, far) * 1.25;
    c *= exp(-max(t - 7., 0.) * .085) * 1.5; // fog
  }
  float horizon = exp(-pow((p.y - .27) * 7.5, 2.)) * exp(-pow((p.x - .42) * 1.5, 2.));
  c += vec3(1., .30, .06) * horizon * .075;
  float sky = exp(-pow((p.x - .42) * 2.4, 2.)) * smoothstep(-.25, .5, p.y);
  c += vec3(.9, .22, .05) * sky * .010;
  O = vec4(grade(c * 2.1, uv), 1.);
}`;

/** "Descent": contour lines of a loss landscape in lime, and agents that find its lowest point. */
const algorithm = /* glsl */ `${COMMON}
const vec2 GOAL = vec2(3.7, 6.0);

float loss(vec2 place) {
  vec2 o = .55 * vec2(cos(TAU * T), sin(TAU * T));
  float v = 1.05 * valueNoise(place * .30 + o * .30 + 4.) + .52 * valueNoise(place * .62 - o * .34 + 21.);
  v += .10 * valueNoise(place * 1.4 + o.yx * .3);
  vec2 d = place - GOAL;
  float r2 = dot(d, d);
  v += -1.25 * exp(-r2 * .16) - .55 * exp(-r2 * .9) + .016 * r2;
  return v + .35;
}

float ground(vec2 place) {
  return (loss(place) - 1.1) * 1.15;
}

vec2 agent(float index, float phase) {
  float angle = index * 1.2566 + .6 + 1.35 * (1. - phase);
  return GOAL + 4.6 * pow(1. - phase, 1.35) * vec2(cos(angle), sin(angle));
}

vec3 agents(vec2 place, vec3 lime) {
  vec3 c = vec3(0.);
  for (int j = 0; j < 5; j++) {
    float index = float(j);
    float phase = fract(T + index * .2);
    float appear = smoothstep(0., .12, phase);
    vec2 q = place - agent(index, phase);
    c += mix(vec3(1.), lime, .35) * exp(-dot(q, q) * 380.) * 2.8 * appear * smoothstep(1., .93, phase);
    c += lime * exp(-dot(q, q) * 16.) * .26 * appear * smoothstep(1., .9, phase);
    for (int m = 1; m < 7; m++) { // the tail
      float before = phase - float(m) * .011;
      if (before < 0.) break;
      vec2 q2 = place - agent(index, before);
      c += lime * exp(-dot(q2, q2) * 520.) * .8 * (1. - float(m) / 7.) * appear * smoothstep(1., .9, phase);
    }
  }
  return c;
}

void main() {
  ${PLACE}
  vec3 origin = vec3(1.2, 6.4, -1.6), target = vec3(1.75, 0., 5.75);
  vec3 ahead = normalize(target - origin);
  vec3 right = normalize(cross(vec3(0, 1, 0), ahead)), up = cross(ahead, right);
  vec3 ray = normalize(ahead * 1.45 + right * p.x + up * p.y);

  float t = 3.2;
  vec3 place;
  bool hit = false;
  for (int i = 0; i < 44; i++) {
    place = origin + ray * t;
    float above = place.y - ground(place.xz);
    if (above < .004 * t) {
      hit = true;
      t -= .004 * t * .5;
      t += (origin.y + ray.y * t - ground((origin + ray * t).xz)) * .8; // one step back to the surface
      place = origin + ray * t;
      break;
    }
    t += max(above * .52, .01);
    if (t > 26.) break;
  }

  vec3 c = vec3(0.);
  vec3 lime = vec3(.62, .95, .22), teal = vec3(.06, .60, .62), deep = vec3(.05, .16, .42);
  if (hit) {
    float v = loss(place.xz);
    float e = .02;
    vec2 slope = vec2(loss(place.xz + vec2(e, 0.)) - v, loss(place.xz + vec2(0., e)) - v) / e;
    float level = v * 13.;
    float width = length(slope) * 13. * t * .00085 + .006; // even lines, steep or flat, near or far
    float line = smoothstep(width * 1.7, width * .5, .5 - abs(fract(level) - .5));
    float isMajor = step(abs(mod(floor(level + .5), 5.)), .5);
    float depth = clamp(1. - (v + .1) / 2.2, 0., 1.);
    vec3 tone = mix(deep, mix(teal, lime, smoothstep(.45, .95, depth)), smoothstep(.1, .6, depth));
    vec3 normal = normalize(vec3(-slope.x * 1.15, 1., -slope.y * 1.15));
    float rim = pow(1. - max(dot(normal, -ray), 0.), 3.);

    c = tone * (.012 + .05 * depth * depth) + tone * rim * .10;
    c += tone * line * (.16 + .55 * isMajor + .55 * depth * depth);
    c += tone * line * pow(fract(v * .55 + T), 10.) * 2.2; // a pulse that falls from level to level
    vec2 d = place.xz - GOAL;
    c += lime * exp(-dot(d, d) * 2.6) * .34 * (.8 + .2 * sin(TAU * T)) + lime * exp(-dot(d, d) * .42) * .07;
    if (dot(d, d) < 26.) c += agents(place.xz, lime);
    c *= exp(-max(t - 8., 0.) * .13);
  }
  O = vec4(grade(c * 1.65, uv), 1.);
}`;

const DATA_THREADS = 72;
const DATA_POINTS_PER_THREAD = 3800;

/**
 * "Strata": luminous threads in a travelling wave, records racing along them; soft dots that add their light.
 * Loose points looked as good, but noise does not compress: 52 000 of them made a file of 4.6 MB. Threads do.
 */
const dataVertex = /* glsl */ `#version 300 es
precision highp float;
uniform vec2 R;
uniform float T;
out vec3 light;
#define TAU 6.28318530718

float hash1(float p) {
  p = fract(p * .1031);
  p *= p + 33.33;
  p *= p + p;
  return fract(p);
}

void main() {
  float id = float(gl_VertexID);
  float along = mod(id, ${DATA_POINTS_PER_THREAD}.), thread = floor(id / ${DATA_POINTS_PER_THREAD}.);
  float q = hash1(thread + 3.7), q2 = hash1(thread * 1.7 + 9.2);
  float x = (along / ${DATA_POINTS_PER_THREAD}. - .5) * 34.;
  float z = 1.7 + pow(thread / ${DATA_THREADS}., 1.25) * 17.;
  float y = .74 * sin(x * .50 + z * .33 - TAU * T) + .42 * sin(x * .88 - z * .57 + TAU * T + 1.);
  y += .17 * sin(x * 1.7 + z * .9 - TAU * T + 2.);

  vec3 origin = vec3(-1.6, 3.3, -3.4), target = vec3(1.3, .25, 6.5);
  vec3 ahead = normalize(target - origin);
  vec3 right = normalize(cross(vec3(0, 1, 0), ahead)), up = cross(ahead, right);
  vec3 d = vec3(x, y, z) - origin;
  vec3 view = vec3(dot(d, right), dot(d, up), dot(d, ahead));
  gl_Position = vec4(view.x * 3. / (R.x / R.y), view.y * 3., 0., view.z);
  float outOfFocus = abs(1. - 8.6 / view.z);
  float size = R.y / 720. * (2.7 + 3.6 * outOfFocus * outOfFocus);
  gl_PointSize = size;

  float spacing = .0089 * 1.5 * R.y / view.z;
  float crest = smoothstep(-1.05, 1.15, y);
  float direction = q < .5 ? 1. : -1., speed = q2 < .6 ? 1. : 2.;
  float phase = fract(direction * x / 25. * 2. + q * 7. - T * speed);
  float pulse = pow(phase, 40.), wake = pow(phase, 7.);
  vec3 c = mix(vec3(.02, .10, .44), vec3(.05, .74, .86), crest);
  c = mix(c, vec3(.85, .97, 1.), pow(crest, 4.) * .6);
  vec3 record = hash1(thread * 5.1 + 2.) < .24 ? vec3(1., .42, .10) : vec3(.75, .97, 1.);
  float fade = exp(-max(view.z - 11., 0.) * .13) * smoothstep(3.2, 6., view.z);
  light = c * (.10 + .66 * crest * crest + .45 * wake * crest) + record * pulse * (1.1 + .9 * crest);
  light *= fade * spacing / (size * size) * 5.2; // the same light, however large a dot is drawn
}`;

const dataFragment = /* glsl */ `#version 300 es
precision highp float;
in vec3 light;
out vec4 O;
void main() {
  vec2 q = gl_PointCoord * 2. - 1.;
  O = vec4(light * exp(-2.6 * dot(q, q)), 1.);
}`;

/** Bloom and grade over the points, which were drawn into a texture. */
const dataFinish = /* glsl */ `${COMMON}
uniform sampler2D X;
void main() {
  vec2 uv = gl_FragCoord.xy / R;
  vec3 bloom = vec3(0.);
  for (int i = 0; i < 16; i++) {
    float angle = float(i) * 2.39996; // the golden angle spreads 16 samples evenly
    float radius = sqrt(float(i) + .5) * .0065;
    bloom += texture(X, uv + vec2(cos(angle) * R.y / R.x, sin(angle)) * radius).rgb;
  }
  vec3 c = texture(X, uv).rgb + bloom / 16. * .65;
  c += vec3(.02, .25, .42) * exp(-pow((uv.y - .60) * 5., 2.)) * exp(-pow((uv.x - .72) * 2.2, 2.)) * .10;
  O = vec4(grade(c * 1.25, uv), 1.);
}`;

/** A scene is one fragment shader over the whole picture, or points with a finish over them. */
export const scenes = {
  welcome: { seconds: 8, fragment: welcome },
  solution: { seconds: 6, fragment: solution },
  computing: { seconds: 8, fragment: computing },
  data: {
    seconds: 8,
    points: DATA_THREADS * DATA_POINTS_PER_THREAD,
    vertex: dataVertex,
    fragment: dataFragment,
    finish: dataFinish,
  },
  algorithm: { seconds: 8, fragment: algorithm },
};
