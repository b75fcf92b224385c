// The soft light on stones: the one gradient of the page, defined once for all boards.
export function Lights() {
  return (
    <svg class="lights" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="light-black" cx="0.36" cy="0.32" r="0.75">
          <stop offset="0" class="stone-black-lit" />
          <stop offset="1" class="stone-black" />
        </radialGradient>
        <radialGradient id="light-white" cx="0.36" cy="0.32" r="0.8">
          <stop offset="0" class="stone-white-lit" />
          <stop offset="1" class="stone-white" />
        </radialGradient>
      </defs>
    </svg>
  );
}
