/** Pixels of the window that one pixel of an element takes: a part of a page may be drawn larger or smaller. */
export const cssZoom = (element: Element): number => element.currentCSSZoom ?? 1
