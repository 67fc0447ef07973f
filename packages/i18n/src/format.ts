export type TextParams = Record<string, string | number>

/** Fills `{{name}}` placeholders; an unknown name stays visible so that a test or a reader notices it. */
export function formatText(text: string, params: TextParams = {}): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    return Object.hasOwn(params, name) ? String(params[name]) : whole
  })
}
