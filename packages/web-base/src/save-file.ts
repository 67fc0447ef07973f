/** Hands a file to the browser; `type` is the one of a text. */
export function saveFile(name: string, content: Blob | string, type = 'application/json'): void {
  const file = content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
