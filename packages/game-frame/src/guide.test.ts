import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FRAME_PRESETS, previewFrame, readDescriptor } from './index.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/frame-layouts.md'), 'utf8')

describe('the guide to frame layouts', () => {
  const examples = [...guide.matchAll(/```json\n([\s\S]+?)```/g)].map(
    ([, text]) => JSON.parse(text!) as { name: string },
  )

  it.each(examples)('its example $name works', (example) => {
    const read = readDescriptor(example)
    expect(read).toEqual({ ok: true, descriptor: example })
    expect(read.ok && previewFrame(read.descriptor).ok).toBe(true)
  })

  it('has three examples and names every ready layout', () => {
    expect(examples).toHaveLength(3)
    for (const name of FRAME_PRESETS.keys()) expect(guide).toContain(`\`${name}\``)
  })
})
