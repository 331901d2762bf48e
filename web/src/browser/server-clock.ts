/**
 * Milliseconds that the server's clock is ahead of this browser's, by the header `Server-Timing` of the document. Zero
 * where the document came from a cache or the browser does not say.
 */
export function serverAhead(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const clock = navigation?.serverTiming?.find(({ name }) => name === 'now');
  if (!navigation || !clock || navigation.transferSize === 0) return 0;
  return clock.duration + (performance.now() - navigation.responseStart) - Date.now();
}
