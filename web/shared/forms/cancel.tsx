/** Beside the button of a form in a dialog. */
export function Cancel({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      Cancel
    </button>
  );
}
