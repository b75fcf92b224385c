// What can wait until the person has seen what they did.

/** How long a frame is waited for: none comes if the tab is hidden meanwhile. */
const LONGEST = 100;

/** Settles after the next frame is painted; at once in a hidden tab, where nothing is. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST);
  });
}
