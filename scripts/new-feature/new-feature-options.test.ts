import { describe, expect, it } from 'vitest'
import { NO_OPTIONS, readArguments } from './new-feature-options.ts'

describe('the command line of new:feature', () => {
  it('reads name and flags', () => {
    expect(readArguments(['gift'])).toEqual({ name: 'gift', options: NO_OPTIONS })
    expect(readArguments(['gift', '--call', '--game', '--role', 'operator'])).toEqual({
      name: 'gift',
      options: { hasCall: true, hasGame: true, role: 'operator' },
    })
    expect(readArguments(['gift', '--call', '--role', 'ROLE_ADMIN']).options.role).toBeNull()
  })

  it.each<[string, string[], string]>([
    ['a capital', ['Gift'], 'no feature name'],
    ['a path', ['../gift'], 'no feature name'],
    ['two dashes', ['gift--x'], 'no feature name'],
    ['no name', [], 'no feature name'],
    ['an underscore', ['gift_x'], 'no feature name'],
    ['two names', ['gift', 'prize'], 'one name, not 2'],
    ['an unknown flag', ['gift', '--port'], "Unknown option '--port'"],
    ['an unknown role', ['gift', '--call', '--role', 'boss'], '"boss" is no built-in role'],
    ['a role without a code', ['gift', '--call', '--role'], "Option '--role <value>' argument missing"],
    ['a game without a call', ['gift', '--game'], 'need --call'],
    ['a role without a call', ['gift', '--role', 'operator'], 'need --call'],
  ])('refuses %s in one line', (_what, args, problem) => {
    expect(() => readArguments(args)).toThrow(problem)
    expect(() => readArguments(args)).toThrow(/^[^\n]*$/)
  })

  it('notices flags that npm took for its own', () => {
    expect(() => readArguments(['gift'], { npm_config_game: 'true' })).toThrow('npm kept a flag for itself')
  })
})
