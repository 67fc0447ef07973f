import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

/** Stands for the old way of browsers; keeps what was selected when asked. */
function oldWay(answer: boolean): string[] {
  const copied: string[] = []
  Reflect.set(document, 'execCommand', () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value)
    return answer
  })
  return copied
}

describe('copyText', () => {
  it('copies where plain http gives no clipboard, and gives the focus back', async () => {
    vi.stubGlobal('navigator', {})
    const copied = oldWay(true)
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    expect(await copyText('30123000045')).toBe(true)
    expect(copied).toEqual(['30123000045'])
    expect(document.activeElement).toBe(button)
    expect(document.querySelector('textarea')).toBeNull()
    button.remove()
  })

  it('a clipboard that refuses falls back, and a full refusal is told', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
    oldWay(false)
    expect(await copyText('x')).toBe(false)
  })
})
