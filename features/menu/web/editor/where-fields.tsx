import { BUILT_IN_ROLES } from '@qd/contract-kit'
import { roleList } from '@qd/access/contract'
import { operatorList } from '@qd/scope/contract'
import { useTexts } from '@qd/web-base'
import { useCall, useScope, useMay } from '@qd/web-calls'
import { MultiSelectField, SelectField, useField } from '@qd/web-forms'
import { useRoleName } from '@qd/web-frame'
import type { ChoiceOption } from '@qd/web-forms'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import '../texts.ts'

/** Roles every console has, for who may not read the others. */
const BUILT_IN = ['admin', ...BUILT_IN_ROLES]

function useRoleOptions(): ChoiceOption[] {
  const mayRead = useMay(roleList)
  const roles = useCall(roleList, mayRead ? { body: {} } : null, {
    tag: 'menu:editor.roles',
    told: { quiet: 'the roles every console has are offered' },
  })
  const nameOf = useRoleName()
  if (roles.data === undefined) return BUILT_IN.map((code) => ({ value: code, label: nameOf(code) }))
  return roles.data.map(({ code, name, isBuiltIn }) => ({
    value: code,
    label: isBuiltIn ? nameOf(code) : `${name} (${code})`,
  }))
}

/** For which game, operator and roles something is; all empty: for everybody, everywhere. */
export function WhereFields({ hasRoles }: { hasRoles: boolean }): ReactNode {
  const t = useTexts('menu')
  const games = useScope((state) => state.games)
  const game = useField('values.game')
  const operator = useField('values.operator')
  const chosen = typeof game.value === 'string' ? game.value : ''
  const operators = useCall(operatorList, chosen === '' ? null : { body: { game: chosen } }, {
    tag: 'menu:editor.operator',
    told: 'toast',
  })
  const roles = useRoleOptions()
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
          options={roles}
        />
      ) : null}
    </>
  )
}
