import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { parseShipAddress } from '@qd/audit/server'
import { z } from '@qd/contract-kit'
import { settingHostName } from '@qd/server-kit'
import { smtpAddressOf } from './smtp-address.ts'

const flag = (initial: boolean) =>
  z.pipe(
    z.optional(z.enum(['on', 'off', 'true', 'false', '1', '0'])),
    z.transform((text) => (text === undefined ? initial : ['on', 'true', '1'].includes(text))),
  )
const list = z.pipe(
  z.optional(z.string()),
  z.transform((text) =>
    (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
/** An address, a range or a name of ranges as Fastify's `trustProxy` reads them. */
const isProxy = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  (isIP(text.split('/')[0]!) !== 0 && /^[^/]+(\/\d{1,3})?$/.test(text))
const proxies = z.pipe(list, z.array(z.string().check(z.refine(isProxy, 'an IP address or range is wanted'))))
const shipList = z.pipe(
  list,
  z.array(
    z
      .string()
      .check(
        z.refine(
          (text) => parseShipAddress(text) !== null,
          'file:/path, syslog:udp://host:port, syslog:tcp://host:port, syslog:tls://host:port or https://host/path is wanted',
        ),
      ),
  ),
)
const optional = z.optional(z.string().check(z.minLength(1)))

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
const webAddress = z.string().check(z.refine(isWebAddress, 'an http or https address is wanted'))
const address = z.optional(webAddress)
const SMTP_WANTED = 'smtp://host:port, smtps://host:port or smtp+plain://host:port is wanted'
const isSmtpAddress = (text: string) => smtpAddressOf(text) !== null
const FEED_WANTED = 'an https address or an absolute path is wanted'
const isFeed = (text: string) => isAbsolute(text) || URL.parse(text)?.protocol === 'https:'
/** Nothing that would begin another header. */
const isSender = (text: string) => /^[^\r\n<>]*<[^\s<>@]+@[\w.-]+>$|^[^\s<>@]+@[\w.-]+$/.test(text)
const hosts = z.pipe(
  list,
  z.array(
    z
      .string()
      .check(
        z.refine(
          (text) => settingHostName(text) !== null,
          'a host name or an address is wanted, without path',
        ),
      ),
  ),
)

/** Every variable of the environment that the console reads. */
export const envSchema = z.object({
  QD_PORT: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))),
  QD_HOST: optional,
  QD_DATA_DIR: optional,
  QD_FILES_DIR: optional,
  QD_SANDBOX: flag(true),
  QD_SANDBOX_PROTOCOL: optional,
  QD_SANDBOX_APPROVALS: flag(true),
  DATABASE_URL: optional,
  QD_MASTER_KEY_FILE: optional,
  QD_LOGIN_GET: z.optional(z.enum(['on', 'off'])),
  QD_PASSWORD_MIN: z.optional(z.coerce.number().check(z.int(), z.gte(6), z.lte(64))),
  QD_TRUSTED_PROXIES: proxies,
  QD_ALLOWED_ORIGINS: z.pipe(list, z.array(webAddress)),
  QD_ALLOWED_HOSTS: hosts,
  QD_PUBLIC_URL: address,
  QD_REQUIRE_SECOND_FACTOR: flag(false),
  QD_OIDC_ISSUER: address,
  QD_OIDC_CLIENT_ID: optional,
  QD_OIDC_CLIENT_SECRET_FILE: optional,
  QD_OIDC_SCOPES: optional,
  QD_OIDC_GROUPS_CLAIM: optional,
  QD_OIDC_LABEL: optional,
  QD_OIDC_CREATE_USERS: flag(false),
  QD_OIDC_ALLOW_LOOPBACK: flag(false),
  QD_METRICS_TOKEN_FILE: optional,
  QD_LOG_LEVEL: z.optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  QD_AUDIT_SHIP: shipList,
  QD_AUDIT_SHIP_KEY_FILE: optional,
  QD_AUDIT_SHIP_CA_FILE: optional,
  QD_SMTP_URL: z.optional(z.string().check(z.refine(isSmtpAddress, SMTP_WANTED))),
  QD_SMTP_FROM: z.optional(z.string().check(z.refine(isSender, 'an address, or Name <address>, is wanted'))),
  QD_SMTP_USER: optional,
  QD_SMTP_PASSWORD_FILE: optional,
  QD_SMTP_CA_FILE: optional,
  QD_TLS_CERT: optional,
  QD_TLS_KEY: optional,
  QD_UPDATE_FEED: z.optional(z.string().check(z.refine(isFeed, FEED_WANTED))),
  QD_UPDATE_KEY_FILE: optional,
  QD_UPDATE_CA_FILE: optional,
  QD_UPDATE_ALLOW_LOOPBACK: flag(false),
  SSH_AUTH_SOCK: optional,
})
