import { describe, expect, it } from 'vitest'
import { policyRules } from './trusted-types.ts'

const rules = policyRules('https://console.example/ops/')

describe('the policy of the page', () => {
  it.each([
    ['./assets/editor-1a2b.js', true],
    ['https://console.example/ops/assets/worker.js?x=1', true],
    ['https://console.example/assets/worker.js', false],
    ['/ops/assets/../../adjust/file.js', false],
    ['/ops/assets/picture.svg', false],
    ['https://evil.example/ops/assets/editor.js', false],
    ['//evil.example/ops/assets/editor.js', false],
    ['data:text/javascript,alert(1)', false],
    ['blob:https://console.example/1.js', false],
    ['javascript:alert(1).js', false],
    ['https://', false],
  ])('scripts from %s: %s', (address, isAllowed) => {
    expect(rules.createScriptURL(address)).toBe(isAllowed ? address : null)
  })

  it('lets styles be written and no element be made', () => {
    expect(rules.createHTML('.a > .b { color: red }')).toBe('.a > .b { color: red }')
    for (const text of ['<img src=x onerror=alert(1)>', '</style><script>', 'a<b']) {
      expect(rules.createHTML(text)).toBeNull()
    }
  })
})
