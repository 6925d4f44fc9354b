/** Reason why a file cannot be read, in the words that operators search for. */
export function fileError(path: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `open ${path}: no such file or directory`;
  if (error.code === 'EACCES') return `open ${path}: permission denied`;
  if (error.code === 'EISDIR') return `read ${path}: is a directory`;
  return error.message;
}
