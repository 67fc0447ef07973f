import { operatorList } from '@qd/scope/contract'
import { MultiSelectField, SelectField, useCall, useField, useScope, useTexts } from '@qd/web-kit'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import '../texts.ts'

/** Roles every console has; own ones are named by their code in the settings file. */
const ROLES = ['admin', 'operator', 'developer', 'reviewer', 'reader']

/** For which game, operator and roles something is; all empty: for everybody, everywhere. */
export function WhereFields({ hasRoles }: { hasRoles: boolean }): ReactNode {
  const t = useTexts('menu')
  const games = useScope((state) => state.games)
  const game = useField('values.game')
  const operator = useField('values.operator')
  const chosen = typeof game.value === 'string' ? game.value : ''
  const operators = useCall(operatorList, chosen === '' ? null : { body: { game: chosen } }, { silent: true })
  const before = useRef(chosen)
  useEffect(() => {
    // An operator belongs to one game.
    if (before.current !== chosen) operator.set('')
    before.current = chosen
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another game matters
  }, [chosen])
  const everywhere = { value: '', label: t('editor.everywhere') }
  return (
    <>
      <SelectField
        name="values.game"
        label={t('editor.game')}
        options={[everywhere, ...games.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {chosen === '' ? null : (
        <SelectField
          name="values.operator"
          label={t('editor.operator')}
          isLoading={operators.isPending}
          options={[
            everywhere,
            ...(operators.data ?? []).map(({ partnerCode, name }) => ({ value: partnerCode, label: name })),
          ]}
        />
      )}
      {hasRoles ? (
        <MultiSelectField
          name="values.roles"
          label={t('editor.roles')}
          help={t('editor.rolesHelp')}
          options={ROLES.map((code) => ({ value: code, label: code }))}
        />
      ) : null}
    </>
  )
}
