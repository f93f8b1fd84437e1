// A link that leads past the head of a page.

/** Leads to the part of this name, without an entry in the address. */
export function Skip({ to = 'board' }: { to?: string }) {
  return (
    <a
      class="skip"
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      to the table
    </a>
  );
}
