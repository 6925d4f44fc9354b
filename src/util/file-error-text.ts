const texts: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
};

/** The words in which operators know the error of a file: `open /a: no such file or directory`. */
export function fileErrorText({ code = '', syscall, path, message }: NodeJS.ErrnoException): string {
  const text = texts[code];
  return text === undefined || path === undefined ? message : `${syscall} ${path}: ${text}`;
}
