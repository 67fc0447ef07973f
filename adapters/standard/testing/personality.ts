/**
 * How an HTTP call of the lying game answers. skew_once refuses the first try only; the definition
 * personalities matter for protocol and proto and are honest elsewhere.
 */
export const HTTP_PERSONALITIES = [
  'honest',
  'garbage',
  'not_utf8',
  'slow',
  'drip',
  'endless',
  'cut',
  'hang_up',
  'bad_signature',
  'unsigned',
  'replayed_answer',
  'wrong_types',
  'wrong_envelope',
  'redirect',
  'error_500',
  'proxy_503',
  'proxy_page',
  'internal',
  'refuse',
  'unknown_key',
  'clock_skew',
  'skew_once',
  'deep_json',
  'poisoned_json',
  'damaged_int',
  'deep_definition',
  'cyclic_definition',
  'poisoned_definition',
  'huge_definition',
] as const
export type HttpPersonality = (typeof HTTP_PERSONALITIES)[number]

/** How the socket of the lying game answers a command. */
export const SOCKET_PERSONALITIES = [
  'honest',
  'slow',
  'hang_up',
  'garbage_frames',
  'wrong_marker',
  'too_long_frame',
  'cut_frame',
  'wrong_seq',
  'wrong_command',
  'bad_body',
  'refuse',
  'refuse_json',
  'no_upgrade',
] as const
export type SocketPersonality = (typeof SOCKET_PERSONALITIES)[number]
