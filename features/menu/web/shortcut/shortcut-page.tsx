import { Button } from 'antd'
import { useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { IconButton, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, alertBox } from '@qd/web-frame'
import { ExternalLink, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { frameState, isLinkTo, isOwnPage, linkList } from '../../contract/index.ts'
import type { MenuLink } from '../../contract/index.ts'
import { openInTab } from '../links/open-link.ts'
import '../texts.ts'
import styles from './shortcut-page.module.css'

/** No same-origin: what is framed can reach neither our storage nor, by our origin, our calls. */
/** Enough of a refused address to know it by. */
const SHOWN_CHARACTERS = 200
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-downloads'

/** The browser keeps the rules this page was opened under: a link added since then waits for the next opening. */
function useIsBlocked(url: string): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && isLinkTo(new URL(url).origin, blockedURI)) setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [url])
  return isBlocked
}

function Framed({ link, url, name }: { link: MenuLink; url: string; name: string }): ReactNode {
  const t = useTexts('menu')
  const [round, setRound] = useState(0)
  const state = useCall(
    frameState,
    { body: { id: link.id } },
    {
      tag: 'menu:shortcut.title',
      told: { quiet: 'the site is tried in the frame, with the way to a tab beside it' },
      staleTimeMs: 300_000,
    },
  )
  const open = () => openInTab(url)
  const isRefused = state.data?.framing === 'refused'
  const isBlocked = useIsBlocked(url)
  const isFramed = !isRefused && !isBlocked
  return (
    <Panel
      title={name}
      className={styles.panel}
      count={<span className={styles.host}>{new URL(url).host}</span>}
      actions={
        <>
          {isFramed ? (
            <IconButton label={t('shortcut.reload')} onClick={() => setRound(round + 1)}>
              <RotateCw size={15} aria-hidden />
            </IconButton>
          ) : null}
          <IconButton label={t('shortcut.openTab')} onClick={open}>
            <ExternalLink size={15} aria-hidden />
          </IconButton>
        </>
      }
      status={t('shortcut.hint')}
    >
      {state.isPending ? <LoadingRows /> : null}
      {isRefused ? (
        <EmptyState
          title={t('shortcut.refused', { name })}
          hint={t('shortcut.refusedHint')}
          action={
            <Button type="primary" onClick={open}>
              {t('shortcut.openTab')}
            </Button>
          }
        />
      ) : null}
      {isBlocked && !isRefused ? (
        <EmptyState
          title={t('shortcut.blocked')}
          hint={t('shortcut.blockedHint')}
          action={
            <>
              <Button type="primary" onClick={() => window.location.reload()}>
                {t('shortcut.reloadConsole')}
              </Button>
              <Button onClick={open}>{t('shortcut.openTab')}</Button>
            </>
          }
        />
      ) : null}
      {state.isPending || !isFramed ? null : (
        <iframe
          key={round}
          className={styles.frame}
          title={name}
          src={url}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          allow=""
        />
      )}
    </Panel>
  )
}

/** An address that no menu link leads to: said in a box too, once, since a page of the console led here or a stranger. */
function Refused({ url }: { url: string }): ReactNode {
  const t = useTexts('menu')
  const told = useRef(false)
  useEffect(() => {
    if (told.current || url === '') return
    // The page is shown again with its tab; what was read is not asked to be read again.
    told.current = true
    alertBox(undefined, `${t('shortcut.unknown')}\n${url.slice(0, SHOWN_CHARACTERS)}`)
  }, [url, t])
  return <EmptyState title={t('shortcut.unknown')} hint={t('shortcut.unknownHint')} />
}

/** A linked site inside the console (S2.15); only what a menu link leads to is ever framed. */
export default function ShortcutPage(): ReactNode {
  const [query] = useSearchParams()
  const url = query.get('url') ?? ''
  const links = useCall(linkList, { body: {} }, { tag: 'menu:shortcut.title', told: 'inline' })
  if (links.error && !links.data) {
    return <ErrorState error={links.error} onRetry={() => void links.refetch()} />
  }
  if (links.isPending) return <LoadingRows />
  const link = links.data?.list.find((each) => isLinkTo(each.url, url))
  if (link === undefined || isOwnPage(url)) {
    return <Refused key={url} url={url} />
  }
  return <Framed key={url} link={link} url={url} name={query.get('name') ?? link.name} />
}
