/** A line of a container's log. */
export interface LogLine {
  id: number;
  container: string;
  text: string;
}

/** Lines that are kept: older ones go. */
const maxLines = 5_000;

/** The newest lines of several logs, in the order in which they came. */
export class LogLines {
  lines: LogLine[] = [];
  #last = 0;

  add(container: string, text: string): void {
    this.lines.push({ id: ++this.#last, container, text });
    if (this.lines.length > maxLines * 1.2) this.lines = this.lines.slice(-maxLines);
  }

  /** The lines in which a text stands, whether in capitals or not. */
  matching(search: string): LogLine[] {
    const wanted = search.toLowerCase();
    return wanted === '' ? this.lines : this.lines.filter(({ text }) => text.toLowerCase().includes(wanted));
  }
}
