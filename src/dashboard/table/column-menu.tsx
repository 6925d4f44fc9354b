import type { Column } from '../live/table-store.ts';

interface ColumnMenuProps {
  columns: readonly Column[];
  /** Columns that are shown. */
  names: readonly string[];
  namespaced: boolean;
  /** Names with commas between. */
  onChange: (chosen: string) => void;
}

/** Which columns are shown. */
export function ColumnMenu({ columns, names, namespaced, onChange }: ColumnMenuProps) {
  const all = [...(namespaced ? ['Namespace'] : []), ...columns.map(({ name }) => name)];
  const toggle = (name: string): void =>
    onChange(all.filter((one) => (one === name ? !names.includes(one) : names.includes(one))).join(','));
  return (
    <details
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The key closes the menu, and nothing else.
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')!.focus();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false;
      }}
    >
      <summary>Columns</summary>
      <div class="menu-body" role="group" aria-label="Columns">
        {all.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={names.includes(name)}
              disabled={name === 'Name'}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}
