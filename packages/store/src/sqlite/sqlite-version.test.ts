import { expect, test } from 'vitest'
import { assertSqliteVersion } from './sqlite-version.ts'

test.each(['3.51.3', '3.51.10', '3.52.0', '3.53.4', '4.0.0'])('[store.sqlite] accepts %s', (version) => {
  expect(() => assertSqliteVersion(version)).not.toThrow()
})

test.each(['3.51.2', '3.9.9', '3.50.99', '2.99.99', '', '3.51', '3.51.3-beta', 'v3.51.3'])(
  '[store.sqlite] refuses "%s"',
  (version) => {
    expect(() => assertSqliteVersion(version)).toThrow(
      expect.objectContaining({ code: 'store_sqlite_too_old' }),
    )
  },
)
