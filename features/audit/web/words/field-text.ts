import { textByKey } from '@qd/web-base'
import '../texts.ts'

const wordOf = (field: string) => textByKey('audit', `field.${field}`) || field

/** What a noted field is called, part by part; one without a text keeps its name. `channels[taptap].name` → 渠道 taptap · 名称 */
export function fieldText(path: string): string {
  const parts = path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  return parts
    .map((part) => {
      if (!part.startsWith('[')) return ` · ${wordOf(part)}`
      const name = part.slice(1, -1)
      return name === '' ? '' : ` ${name}`
    })
    .join('')
    .replace(/^ · /, '')
}

/** The field a value stands in: the last part of its path that is no element's name. */
export function fieldOf(path: string): string {
  return (
    path
      .replaceAll(/\[[^\]]*\]/g, '')
      .split('.')
      .at(-1) ?? ''
  )
}
