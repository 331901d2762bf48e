const LARGEST = 92;
const SMALLEST = 56;

/** Gives a headline the largest size at which it has so many lines at most and none is cut. */
export function fitHeadline(headline: HTMLElement, mostLines: number) {
  const room = headline.parentElement;
  if (!room) throw new Error('the headline has no room');
  for (let size = LARGEST; size >= SMALLEST; size -= 2) {
    headline.style.fontSize = `${size}px`;
    const leading = Number.parseFloat(getComputedStyle(headline).lineHeight);
    const lines = Math.round(headline.offsetHeight / leading);
    const isWhole = headline.scrollWidth <= headline.clientWidth && headline.offsetHeight <= room.clientHeight;
    if (isWhole && lines <= mostLines) return;
  }
  throw new Error(`the headline does not fit: ${headline.textContent}`);
}
