/** Whether the router did not write this entry of the history: a page load, or an address put into the bar. */
export function isFromOutside(key: string): boolean {
  return key === 'default'
}
