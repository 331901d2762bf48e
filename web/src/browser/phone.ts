/** The phone that shows this page: whose setup page it has. Nothing on other devices. */
export function ownPhone(): 'ios' | 'android' | undefined {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/i.test(userAgent)) return 'android';
  // An iPad calls itself a Mac, but no Mac has a screen that is touched.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'ios' : undefined;
}
