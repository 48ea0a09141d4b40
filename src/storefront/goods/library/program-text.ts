// Commands that get the files of a version with a tool that people use anyway.
import type { LibraryEntryDetail } from '#contract/goods/library/library.ts';

export type Tool = 'hf' | 'datasets' | 'curl';

type Facts = {
  origin: string;
  hub: LibraryEntryDetail['hub'];
  version: string;
  token: string;
  /** The paths of the version's files. */
  files: readonly string[];
};

/** The lines for a shell. */
export function programText(tool: Tool, { origin, hub, version, token, files }: Facts): string {
  const repo = hub?.repo ?? '';
  const isDataset = hub?.type === 'dataset';
  const env = [`export HF_ENDPOINT=${origin}`, `export HF_TOKEN=${token}`];
  if (tool === 'hf') {
    const type = isDataset ? ' --repo-type dataset' : '';
    const folder = shellText(repo.split('/').at(-1) ?? 'files');
    return [...env, `hf download ${repo}${type} --revision ${shellText(version)} --local-dir ${folder}`].join('\n');
  }
  if (tool === 'datasets')
    return [
      ...env,
      `python -c 'from datasets import load_dataset; print(load_dataset("${repo}", revision="${version}"))'`,
    ].join('\n');
  const base = `${origin}/${isDataset ? 'datasets/' : ''}${repo}/resolve/${encodeURIComponent(version)}`;
  // A file that is there whole has nothing to go on with (416): that is no failure.
  return [
    `export HF_TOKEN=${token}`,
    'get() {',
    `  code=$(curl -fL -C - --create-dirs -o "$2" -w '%{http_code}' -H "Authorization: Bearer $HF_TOKEN" ${shellText(`${base}/`)}"$1") || [ "$code" = 416 ]`,
    '}',
    ...files.map(
      (path) => `get ${shellText(path.split('/').map(encodeURIComponent).join('/'))} ${shellText(fileText(path))}`,
    ),
  ].join('\n');
}

/** As a program takes it for the name of a file. */
function fileText(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** As a shell takes it for one word. */
function shellText(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
