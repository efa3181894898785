// Every limit that the server enforces and the console's forms respect. No zod here: the console imports this.

export const GIB = 2 ** 30

export const MAX_NAME_LENGTH = 63
export const MAX_DESCRIPTION_LENGTH = 512
/** Notes about an instance. */
export const MAX_NOTES_LENGTH = 10_000
export const MAX_HOSTNAME_LENGTH = 253
/** Characters of a password that people choose for themselves. Published operations that set somebody else's have no minimum. */
export const MIN_PASSWORD_LENGTH = 12
/** The longest minimum that a silo can set. */
export const MAX_MIN_PASSWORD_LENGTH = 64
/** Invitations of one silo, used ones not counted. */
export const MAX_INVITATIONS = 1000
/** Per resource. */
export const MAX_LABELS = 16
export const MAX_LABEL_LENGTH = 63
/** For an image's operating system and its version. */
export const MAX_OS_LENGTH = 64

export const MAX_VCPUS = 64
export const MIN_MEMORY_GIB = 1
export const MAX_MEMORY_GIB = 256
/** Per instance, the boot disk included. */
export const MAX_DISKS = 8
export const MAX_INTERFACES = 8
/** Per instance: floating and ephemeral addresses together. */
export const MAX_EXTERNAL_IPS = 32
export const MAX_SSH_KEYS = 100
/** SSH servers do not read longer lines. */
export const MAX_SSH_KEY_LENGTH = 16_384
/** Decoded. */
export const MAX_USER_DATA_BYTES = 32 * 1024

/** Addresses that hosts accept the key of the server from. */
export const MAX_HOST_SOURCES = 32

export const MIN_DISK_GIB = 1
export const MAX_DISK_GIB = 1023
/** Decoded bytes per bulk write. */
export const MAX_CHUNK_BYTES = 512 * 1024
/** Bytes per write of an image upload. They follow each other, so they are larger than chunks that are sent in parallel. */
export const MAX_UPLOAD_PIECE_BYTES = 4 * 1024 * 1024
/** Unfinished image uploads per project. */
export const MAX_IMAGE_UPLOADS = 16
export const MAX_FINGERPRINT_LENGTH = 512

/** Instances per affinity or anti-affinity group. */
export const MAX_GROUP_MEMBERS = 32
/** Groups of one kind per instance. */
export const MAX_GROUPS = 16

export const MAX_FIREWALL_RULES = 1024
/** Targets, hosts, ports or protocols per firewall rule. */
export const MAX_FIREWALL_RULE_ENTRIES = 256

export const MAX_VLAN = 4094
/** DHCP clients use three and ignore the rest. */
export const MAX_DNS_SERVERS = 3
/** Per external network. */
export const MAX_GATEWAY_HOSTS = 16
export const MAX_EXTERNAL_NETWORK_POOLS = 256

/** Entries of the allow list. */
export const MAX_ALLOWED_SOURCES = 1000
/** Networks per BGP announce set. Each costs a query to find its address lot. */
export const MAX_ANNOUNCEMENTS = 256
/** Each costs a query to check it against the others. */
export const MAX_ADDRESS_LOT_BLOCKS = 256
/** Addresses, routes or BGP peers per port settings. More would make the transaction slow. */
export const MAX_PORT_SETTINGS_ENTRIES = 256

/** The quota of the first silo. An amount this large means no limit. */
export const UNLIMITED_QUOTA = {
  cpus: 9_999_999_999,
  memory: Number.MAX_SAFE_INTEGER,
  storage: Number.MAX_SAFE_INTEGER,
} as const

/** Per policy. Longer lists belong in a group. */
export const MAX_ROLE_ASSIGNMENTS = 64

/** Webhooks, and as many e-mail receivers. Every alert is matched with all of them. */
export const MAX_ALERT_RECEIVERS = 100
/** Per receiver. */
export const MAX_RECEIVER_SUBSCRIPTIONS = 64
export const MAX_SUBSCRIPTION_LENGTH = 128
/** Two are enough to replace one without a gap. */
export const MAX_WEBHOOK_SECRETS = 8
export const MAX_WEBHOOK_SECRET_LENGTH = 512
export const MAX_URL_LENGTH = 2048
export const MAX_EMAIL_LENGTH = 254
/** E-mail subscriptions of one user. */
export const MAX_ALERT_SUBSCRIPTIONS = 64

/** Instance counts stop here, because counting a million rows takes as long as reading them. */
export const MAX_COUNTED_INSTANCES = 10_000
/** The same for one project or silo in a list. */
export const MAX_COUNTED_PER_ROW = 1000

/** Projects in which a user holds a role of their own. The console offers everything in further ones. */
export const MAX_OWN_ROLES = 1000

/** Admins of a silo, shown to users who look for somebody to ask. */
export const ADMINS_SHOWN = 20

export const DEFAULT_PAGE_SIZE = 100
export const MAX_PAGE_SIZE = 10_000
/** Tables show the total up to this: counting further costs. */
export const MAX_COUNTED_ROWS = 1000

/** The default for a request. */
export const MAX_BODY_BYTES = 2 ** 20
/** Enough for as many entries as allowed. A megabyte of them would take too long to check. */
export const MAX_PORT_SETTINGS_BODY_BYTES = 2 ** 18
/** A base64 chunk in JSON, with room for escapes. */
export const MAX_BULK_WRITE_BODY_BYTES = 2 ** 23

/** Retention of the audit log, in days. */
export const MIN_AUDIT_RETENTION_DAYS = 7
export const MAX_AUDIT_RETENTION_DAYS = 36_500

/** vCPUs per hardware thread. */
export const MAX_CPU_OVERCOMMIT = 16
export const DEFAULT_FAILOVER_WAIT_SECONDS = 300
export const MIN_FAILOVER_WAIT_SECONDS = 10
export const MAX_FAILOVER_WAIT_SECONDS = 86_400
/** Plain options of a fence agent. It has at most as many secret ones. */
export const MAX_FENCE_OPTIONS = 32
/** Characters. It is part of window titles and of the subjects of e-mails. */
export const MAX_INSTALLATION_NAME = 40

/** How long what is deleted can be restored, unless the silo says otherwise. */
export const DEFAULT_DELETED_RETENTION_SECONDS = 86_400
export const MAX_DELETED_RETENTION_SECONDS = 90 * 86_400
