/** Content hash of the pages this browser runs, as the build wrote it into them; empty in development. */
export function pageBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="qd-build"]')?.content ?? ''
}
