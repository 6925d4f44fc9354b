import { Dialog } from './dialog.tsx';

const rows: readonly (readonly [key: string, does: string])[] = [
  [':', 'Go to a type, a namespace or a page'],
  ['/', 'Search in the table'],
  ['j  k  ↓  ↑', 'Move to the next or previous row; g and G to the first or last'],
  ['Enter  d', 'Show the object'],
  ['y', 'Show its YAML'],
  ['l', 'Show the logs of a pod'],
  ['s', 'Open a terminal in a pod'],
  ['h', 'Show who changed the object'],
  ['e', 'Edit the object that is shown'],
  ['Esc', 'Go back, or clear the search'],
  ['?', 'Show this list'],
];

/** The keys of the page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl class="keys">
        {rows.map(([key, does]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={does}>{does}</dd>,
        ])}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
