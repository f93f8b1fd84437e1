// The keys that lead through a page, as a list.

export type Key = [keys: string, what: string];

export function Keys({ all }: { all: Key[] }) {
  return (
    <dl>
      {all.map(([keys, what]) => (
        <>
          <dt>{keys}</dt>
          <dd>{what}</dd>
        </>
      ))}
    </dl>
  );
}
