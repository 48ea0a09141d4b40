/** Some browsers read the file only some time after the click. */
const REVOKE_AFTER_MS = 60_000;

/** Hands a file to the browser, which saves it under this name as it saves every download. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
