import type { ComponentChildren } from 'preact';

/** A table with a title; all columns but the first hold numbers. */
export function PlainTable({
  title,
  heads,
  children,
}: {
  title: string;
  heads: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <>
      <h2>{title}</h2>
      <table class="plain">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" class={index === 0 ? '' : 'number'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </>
  );
}
