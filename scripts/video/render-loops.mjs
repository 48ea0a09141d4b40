// Renders the background loops frame by frame in a headless Chromium and pipes them to ffmpeg; see README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { scenes } from './shaders.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'build/video' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '720' },
    fps: { type: 'string', default: '24' },
    stills: { type: 'string' },
  },
});
const [width, height, fps] = [Number(options.width), Number(options.height), Number(options.fps)];
const names = positionals.length ? positionals : Object.keys(scenes);
const unknown = names.filter((name) => !Object.hasOwn(scenes, name));
if (unknown.length) throw new Error(`No scene ${unknown.join(', ')}. There are: ${Object.keys(scenes).join(', ')}`);

await mkdir(options.out, { recursive: true });
const frames = await receiveFrames();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // SwiftShader draws on the processor: every machine renders the same, with or without a graphics card.
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage();
  await page.goto(frames.address);
  for (const name of names) {
    await page.evaluate(prepareScene, { scene: scenes[name], width, height });
    await (options.stills ? renderStills(page, name) : renderLoop(page, name));
  }
} finally {
  await browser.close();
  frames.close();
}

async function renderStills(page, name) {
  for (const moment of options.stills.split(',')) {
    const start = performance.now();
    const file = path.join(options.out, `${name}-${moment}.png`);
    const pixels = await frames.take(() => page.evaluate((time) => window.postFrame(time), Number(moment)));
    // WebGL hands out the bottom row first.
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .flip()
      .removeAlpha()
      .png()
      .toFile(file);
    console.log(`${file} ${Math.round(performance.now() - start)} ms`);
  }
}

async function renderLoop(page, name) {
  const start = performance.now();
  const count = Math.round(fps * scenes[name].seconds);
  const film = openFilm(path.join(options.out, `${name}.mkv`));
  for (let index = 0; index < count; index += 1) {
    // count frames cover [0, 1): the frame at 1 would show the first one twice.
    const pixels = await frames.take(() => page.evaluate((time) => window.postFrame(time), index / count));
    if (!film.stdin.write(pixels)) await Promise.race([once(film.stdin, 'drain'), film.finished]);
  }
  film.stdin.end();
  await film.finished;
  console.log(`${name}: ${count} frames in ${Math.round((performance.now() - start) / 1000)} s`);
}

/** Lossless, so that encode.sh can try several qualities without rendering again. */
function openFilm(file) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(fps), '-i', '-'];
  const output = ['-vf', 'vflip', '-c:v', 'libx264rgb', '-crf', '0', '-preset', 'ultrafast', file];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] });
  ffmpeg.stdin.on('error', () => {}); // a broken pipe shows as ffmpeg's exit code
  const finished = new Promise((resolve, reject) => {
    ffmpeg.on('error', (error) => reject(new Error('ffmpeg did not start; is it installed?', { cause: error })));
    ffmpeg.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with code ${code}`))));
  });
  finished.catch(() => {}); // awaited at the end of the loop; without this an early fault would end the process first
  return Object.assign(ffmpeg, { finished });
}

/** The page posts raw pixels to this process: through the browser's protocol they would travel as text. */
async function receiveFrames() {
  let deliver = () => {};
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html>');
      return;
    }
    deliver(Buffer.concat(await Array.fromAsync(request)));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    async take(draw) {
      const { promise, resolve } = Promise.withResolvers();
      deliver = resolve;
      await draw();
      return await promise;
    },
    close: () => server.close(),
  };
}

/** Runs in the page: it can see nothing of this file but its argument. */
function prepareScene({ scene, width, height }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const gl = canvas.getContext('webgl2', { antialias: false, preserveDrawingBuffer: true, alpha: false });
  const wholePicture = `#version 300 es
    void main() {
      vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
      gl_Position = vec4(corner * 2. - 1., 0., 1.);
    }`;

  function compile(kind, source) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    return shader;
  }

  function link(vertex, fragment) {
    const program = gl.createProgram();
    gl.attachShader(program, compile(gl.VERTEX_SHADER, vertex));
    gl.attachShader(program, compile(gl.FRAGMENT_SHADER, fragment));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  function draw(program, time, mode, count) {
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's useProgram is no React hook
    gl.useProgram(program);
    gl.uniform2f(gl.getUniformLocation(program, 'R'), width, height);
    gl.uniform1f(gl.getUniformLocation(program, 'T'), time);
    gl.drawArrays(mode, 0, count);
  }

  /** Half floats, because the light of thousands of dots adds up far above 1 before the finish tames it. */
  function createLightTexture() {
    for (const name of ['EXT_color_buffer_float', 'EXT_color_buffer_half_float', 'OES_texture_half_float_linear']) {
      gl.getExtension(name);
    }
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, width, height);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    }
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    }
    const buffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return buffer;
  }

  function pictureScene() {
    const program = link(wholePicture, scene.fragment);
    return (time) => draw(program, time, gl.TRIANGLES, 3);
  }

  function pointScene() {
    const buffer = createLightTexture();
    const points = link(scene.vertex, scene.fragment);
    const finish = link(wholePicture, scene.finish);
    return (time) => {
      gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
      gl.clearColor(0, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE);
      draw(points, time, gl.POINTS, scene.points);
      gl.disable(gl.BLEND);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      draw(finish, time, gl.TRIANGLES, 3);
    };
  }

  gl.bindVertexArray(gl.createVertexArray());
  gl.viewport(0, 0, width, height);
  const drawScene = scene.points ? pointScene() : pictureScene();
  const pixels = new Uint8Array(width * height * 4);
  window.postFrame = async (time) => {
    drawScene(time);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    await fetch('/', { method: 'POST', body: pixels });
  };
}
