import { goTo } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import type { MenuItem } from '@qd/web-controls'
import { CalendarClock, KeyRound, ListChecks, Siren, SlidersHorizontal } from 'lucide-react'
import { delegationList, overrideReport, policyList, proofKeyList } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'

/** The ways to what surrounds the requests, for those who may. */
export function useManageItems(): MenuItem[] {
  const t = useApprovalsTexts()
  const maySee = useMay(policyList, {})
  const mayVerify = useMay(proofKeyList, {})
  const mayReport = useMay(overrideReport, {})
  const mayDecide = useMay(delegationList, {})
  const item = (key: string, label: string, icon: MenuItem['icon'], isThere: boolean) =>
    isThere ? [{ key, label, icon, onSelect: () => goTo(`/releaseApply?tab=${key}`) }] : []
  return [
    ...item('batch', t('batch.title'), <ListChecks size={14} aria-hidden />, mayDecide),
    ...item('policies', t('policy.title'), <SlidersHorizontal size={14} aria-hidden />, maySee),
    ...item('delegations', t('delegation.title'), <CalendarClock size={14} aria-hidden />, mayDecide),
    ...item('overrides', t('override.report'), <Siren size={14} aria-hidden />, mayReport),
    ...item('keys', t('proofKey.title'), <KeyRound size={14} aria-hidden />, mayVerify),
  ]
}
