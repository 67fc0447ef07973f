interface PolicyRules {
  createHTML(text: string): string | null
  createScriptURL(address: string): string | null
}

interface TrustedTypes {
  createPolicy(name: string, rules: PolicyRules): unknown
}

/** A script of our own: same origin, among the built files beside the page. */
function isOwnScript(address: string, base: string): boolean {
  const target = URL.parse(address, base)
  const folder = new URL('assets/', base)
  return (
    target?.origin === folder.origin &&
    target.pathname.startsWith(folder.pathname) &&
    target.pathname.endsWith('.js')
  )
}

/** What the one policy lets through; null makes the browser refuse. */
export const policyRules = (base: string): PolicyRules => ({
  // The component library writes its styles this way; a text without `<` makes no element.
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (address) => (isOwnScript(address, base) ? address : null),
})

/** The only policy the server allows the page (`trusted-types default`); browsers without them go on as before. */
export function setTrustedTypes(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', policyRules(document.baseURI))
}
