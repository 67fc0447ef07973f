import { createHmac } from 'node:crypto'
import type { DeliveryRow, NoticeRow, WebhookRow } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { linkTo, noticeParams, storedLanguage, wordsOf } from '../words.ts'

export interface Message {
  headers: Record<string, string>
  body: string
}

export interface ToSay {
  delivery: Pick<DeliveryRow, 'id'>
  notice: NoticeRow
  webhook: Pick<WebhookRow, 'shape' | 'lang'>
  /** In the clear; empty: nothing is signed. */
  secret: string
  atMs: number
}

interface Said {
  title: string
  text: string
  /** In one line; empty: at no place. */
  place: string
  link: string | null
  linkText: string
}

function saidOf(deps: UseCaseDeps, { notice, webhook }: ToSay): Said {
  const lang = storedLanguage(webhook.lang)
  return {
    ...wordsOf(deps, notice, lang),
    place: notice.scope === null ? '' : deps.namesOf(notice.scope).join(' / '),
    link: linkTo(deps.publicUrl, notice.page),
    linkText: deps.texts.text(lang, 'notifications.open'),
  }
}

/** `v1=` and the HMAC-SHA256, in hex, of the timestamp, a dot and the body. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

function jsonMessage(said: Said, { delivery, notice, secret, atMs }: ToSay): Message {
  const { title, text, link } = said
  const { kind, level, at, scope, notice_key: key } = notice
  const params = noticeParams(notice)
  const body = JSON.stringify({ id: delivery.id, kind, level, key, at, scope, params, title, text, link })
  const timestamp = String(Math.floor(atMs / 1000))
  return {
    headers: {
      'x-quarterdeck-timestamp': timestamp,
      'x-quarterdeck-signature': signatureOf(secret, timestamp, body),
    },
    body,
  }
}

/** Feishu signs nothing with a key made of the time and the secret. */
export function feishuSign(secret: string, timestamp: string): string {
  return createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
}

/** A post, whose texts are shown as they are: in a plain text `<at …>` would call people. */
function feishuMessage(said: Said, { webhook, secret, atMs }: ToSay): Message {
  const line = (text: string) => [{ tag: 'text', text }]
  const content = [
    ...(said.text === '' ? [] : [line(said.text)]),
    ...(said.place === '' ? [] : [line(said.place)]),
    ...(said.link === null ? [] : [[{ tag: 'a', text: said.linkText, href: said.link }]]),
  ]
  const timestamp = String(Math.floor(atMs / 1000))
  const signed = secret === '' ? {} : { timestamp, sign: feishuSign(secret, timestamp) }
  // A bot refuses a post without a line.
  const post = { title: said.title, content: content.length === 0 ? [line(said.title)] : content }
  const language = webhook.lang === 'cn' || webhook.lang === 'tw' ? 'zh_cn' : 'en_us'
  return {
    headers: {},
    body: JSON.stringify({ ...signed, msg_type: 'post', content: { post: { [language]: post } } }),
  }
}

const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function slackMessage(said: Said): Message {
  const link =
    said.link === null ? '' : `<${slackText(said.link).replaceAll('|', '%7C')}|${slackText(said.linkText)}>`
  const lines = [slackText(said.title), slackText(said.text), slackText(said.place), link]
  return { headers: {}, body: JSON.stringify({ text: lines.filter((line) => line !== '').join('\n') }) }
}

/** What is sent to a webhook of that shape. */
export function messageOf(deps: UseCaseDeps, toSay: ToSay): Message {
  const said = saidOf(deps, toSay)
  const { shape } = toSay.webhook
  const message =
    shape === 'json'
      ? jsonMessage(said, toSay)
      : shape === 'feishu'
        ? feishuMessage(said, toSay)
        : slackMessage(said)
  const headers = { 'content-type': 'application/json; charset=utf-8', ...message.headers }
  return { ...message, headers: { ...headers, 'x-quarterdeck-delivery': toSay.delivery.id } }
}
