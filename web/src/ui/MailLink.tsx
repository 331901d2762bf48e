/** A `mailto` link. The address reads left to right in every language. */
export function MailLink({ to, subject }: { to: string; subject?: string | undefined }) {
  return (
    <a href={`mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`} dir="ltr">
      {to}
    </a>
  );
}
