import { useTexts } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import type { LinkedPlace } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { Button } from 'antd'
import { Activity, useState } from 'react'
import type { ReactNode } from 'react'
import '../texts.ts'
import type { PlaceOfLink } from './use-place-in-address.ts'

/** A place in ids: who may not go there does not learn what it is called. */
function idsOf({ game, partnerCode, lineId, sId }: LinkedPlace): string {
  return [game, partnerCode, lineId, sId === 0 ? '' : `S${sId}`].filter((id) => id !== '').join(' / ')
}

/** As far as the link names it from the game down; a line without its operator is no place of a grant. */
function scopeOf({ game, partnerCode, lineId }: LinkedPlace): string {
  return [game, ...(partnerCode === '' ? [] : [partnerCode, lineId])].filter((id) => id !== '').join('/')
}

function Refused({ link, place }: { link: PlaceOfLink; place: LinkedPlace }): ReactNode {
  const t = useTexts('scope')
  const { error } = link
  const goOn = <Button onClick={link.giveUp}>{t('link.goOn')}</Button>
  if (error === null) return <LoadingRows rows={8} />
  if (error.httpStatus === 403)
    return (
      <NoPermission
        reason={t('link.refused', { place: idsOf(place) })}
        scope={scopeOf(place)}
        action={goOn}
      />
    )
  if (error.httpStatus === 404)
    return <EmptyState title={t('link.gone')} hint={error.message} action={goOn} />
  return <ErrorState error={error} onRetry={link.retry} />
}

/** Pages wait until the window is where its link leads: nothing is read or done at another place meanwhile. */
export function PlaceGate({ link, children }: { link: PlaceOfLink; children: ReactNode }): ReactNode {
  // The lookup may still find the player elsewhere, and the window goes there.
  const isFindingPlayer = useScope((state) => state.isFindingPlayer)
  const { place, error } = link
  const isRefused = place !== null && error !== null && !isFindingPlayer
  const [wasOpen, setOpen] = useState(place === null)
  if (place === null && !wasOpen) setOpen(true)
  return (
    <>
      {place === null ? null : isRefused ? <Refused link={link} place={place} /> : <LoadingRows rows={8} />}
      {wasOpen ? <Activity mode={place === null ? 'visible' : 'hidden'}>{children}</Activity> : null}
    </>
  )
}
