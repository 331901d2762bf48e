/** One share picture, as the script that makes it asks for it in the address. */
export type Wanted = {
  language: string;
  direction: 'ltr' | 'rtl';
  brand: string;
  headline: string;
  layout: 'scene' | 'dunes' | 'below' | 'side';
  /**
   * The room of the headline in pixels: its width, and what stays free below it; its lines at most; and how much of the
   * drawing is cut off at the foot.
   */
  place: { width: number; foot: number; lines: number; sink: number };
  /** The page's own drawing: its file below `web/src`, and its name there. */
  drawing: { file: string; name: string };
};
