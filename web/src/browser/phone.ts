/** The system of the phone that shows this page, for its own setup page; undefined on other devices. */
export function ownPhone(): 'ios' | 'android' | undefined {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/i.test(userAgent)) return 'android';
  // An iPad identifies as a Mac, but no Mac has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'ios' : undefined;
}
