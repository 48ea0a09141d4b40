// Name of a signed manifest where its files lie: buyers, the downloads and the verifying command agree on it.

/** Beside the files, as the public tool for such manifests expects it. */
export const manifestFile = 'model.sig';

export const manifestMediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/**
 * Paths left out of every manifest: itself, what the public tool never looks at, and what a client leaves beside the files
 * that it has downloaded. Each stands for the file or folder of this name in the first folder, and all below it.
 */
export const unsignedPaths: readonly string[] = [
  '.cache/huggingface',
  '.git',
  '.gitattributes',
  '.github',
  '.gitignore',
  manifestFile,
];

/** One file of a release as it is signed: a path with '/' in the folder of the release, hash in hexadecimal small letters. */
export type SignedFile = { path: string; size_bytes: number; sha256: string };

/** A Sigstore bundle, as JSON. */
export type Manifest = {
  mediaType: string;
  verificationMaterial: { publicKey: { hint: string }; tlogEntries: [] };
  dsseEnvelope: { payload: string; payloadType: string; signatures: Array<{ sig: string; keyid: string }> };
};
