import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DOTTED_NAME } from '@qd/interface-settings/contract'
import { layoutName } from './layout-name.ts'

describe('the name columns are kept under', () => {
  it('stays a plain type`s own, and is a name that can be kept whatever the type is called', () => {
    expect(layoutName('BagItem')).toBe('BagItem')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1024 }), (name) => {
        expect(`table.data-edit.lantern.${layoutName(name)}`).toMatch(DOTTED_NAME)
      }),
      { seed: 93 },
    )
    expect(layoutName('Role_Info')).not.toBe(layoutName('Role.Info'))
  })
})
