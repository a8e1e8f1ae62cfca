/** The service names the parameters of its HTTP API in backticks. On a command line they are options. */
const parameter = /`(map|date_order|format|encoding|column|source|again|dry_run)(?:=([^`]*))?`/g;

/** A text of the service in the words of the command line: `date_order=dmy` becomes --date-order dmy. */
export const inOptions = (text: string): string =>
  text.replace(
    parameter,
    (_, name: string, value?: string) => `--${name.replace('_', '-')}${valueText(value)}`,
  );

function valueText(value: string | undefined): string {
  if (value === undefined || value === 'true') return '';
  return ` ${value.replace(/=(.*\s.*)$/, '="$1"')}`;
}
