import { useMay } from '@qd/web-calls'
import type { WebSlots } from '@qd/web-frame'
import type { ComponentProps, ReactNode } from 'react'
import { userGrants } from '../../contract/index.ts'
import { GrantsField } from '../grants/grants-field.tsx'
import { useAccessTexts } from '../texts.ts'

/** In the form of an invitation: what the new account holds from the start, for whoever may give it. */
export default function FirstGrants({
  name,
}: ComponentProps<NonNullable<WebSlots['firstGrants']>>): ReactNode {
  const t = useAccessTexts()
  const mayGive = useMay(userGrants)
  return mayGive ? <GrantsField name={name} label={t('grant.own')} none={t('grant.noneYet')} /> : null
}
