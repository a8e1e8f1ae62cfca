/** Parameters and bodies in the product's specification (§2.3, §4 and §8), as `METHOD path` → members. */
export interface Member {
  in: 'query' | 'body' | 'header';
  /** The JSON type; `|` between several. */
  type: string;
  required?: true;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

type Bounds = Omit<Member, 'in' | 'type'>;

const query = (type: string, bounds: Bounds = {}): Member => ({ in: 'query', type, ...bounds });
const body = (type: string, bounds: Bounds = {}): Member => ({ in: 'body', type, ...bounds });
const requiredText = (maxLength?: number): Member =>
  body('string', { required: true, ...(maxLength === undefined ? {} : { maxLength }) });
const textOrEmpty = (maxLength?: number): Member =>
  body('string', { default: '', ...(maxLength === undefined ? {} : { maxLength }) });

const filter = query('string');
const emptyFilter = query('string', { default: '' });
const limit = (fallback: number) => query('integer', { default: fallback });
const firstOf = query('integer', { default: 0 });
const requiredName = query('string', { required: true });
const emailMax = 320;
const actor = { 'x-ops-actor': { in: 'header', type: 'string', default: 'ops' } satisfies Member };

const jobFilters = {
  ...{ status: filter, opened_from: filter, created_from: filter, created_to: filter },
  limit: query('integer', { minimum: 1, maximum: 100, default: 50 }),
};

const textMembers = (names: string): Record<string, Member> =>
  Object.fromEntries(names.split(' ').map((name) => [name, textOrEmpty()]));

const campaign = {
  ...textMembers('id slug starts_at ends_at banner_text banner_href banner_cta banner_bg banner_fg'),
  ...textMembers('modal_title modal_body modal_image_url modal_cta_label modal_cta_href'),
  ...textMembers('modal_secondary_label modal_secondary_href promo_code promo_message'),
  name: requiredText(),
  status: body('string', { default: 'draft' }),
  banner_enabled: body('boolean', { default: false }),
  banner_theme: body('string', { default: 'info' }),
  banner_surfaces: body('array|null', { default: null }),
  modal_enabled: body('boolean', { default: false }),
  modal_audience: body('string', { default: 'first_visit' }),
  promo_credits: body('integer', { default: 0 }),
  promo_max_uses: body('integer|null', { default: null }),
};

export const specifiedMembers: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  'GET /api/v1/jobs': jobFilters,
  'GET /internal/jobs/{account_id}': jobFilters,
  'POST /api/v1/billing/checkout': { plan_id: requiredText(), notify_email: textOrEmpty(emailMax) },
  'GET /api/v1/billing/claim-token': { payment_reference: requiredName },
  'GET /internal/identity/locked': {
    ...{ email: emptyFilter, provider: emptyFilter, provider_user_id: emptyFilter },
    ...{ ip: emptyFilter, account_id: emptyFilter },
  },
  'GET /internal/identity/onboarding/status': { account_id: requiredName },
  'PATCH /internal/identity/business-profile': {
    account_id: requiredText(200),
    first_name: requiredText(200),
    last_name: requiredText(200),
    address_line1: requiredText(300),
    address_line2: textOrEmpty(300),
    city: requiredText(120),
    state: requiredText(120),
    pincode: requiredText(12),
    gstin: textOrEmpty(15),
  },
  'POST /internal/billing/claim': {
    ...{ token: requiredText(), account_id: requiredText(), email: textOrEmpty(emailMax) },
  },
  'GET /internal/billing/history/{account_id}': { limit: limit(100) },
  'POST /internal/billing/checkout': {
    ...{ plan_id: requiredText(), account_id: requiredText(), notify_email: textOrEmpty(emailMax) },
  },
  'GET /internal/billing/payments/{account_id}': { limit: limit(100) },
  'GET /internal/billing/invoice/{account_id}': { provider_payment_id: requiredName },
  'POST /internal/key/regenerate/{account_id}': { expires_in_days: body('integer', { default: 90 }) },
  'GET /internal/usage/by-account/{account_id}': {
    ...{ start: filter, end: filter, status: filter, kind: filter, limit: limit(50), offset: firstOf },
  },
  'DELETE /api/v1/admin/locks': { subject_type: requiredName, subject: requiredName },
  'GET /api/v1/admin/locks': { limit: limit(200), include_expired: query('boolean', { default: false }) },
  'GET /api/v1/admin/abuse/attempts': { limit: limit(100) },
  'PATCH /api/v1/admin/plan-features': actor,
  'GET /api/v1/admin/account-features': { account_id: emptyFilter, email: emptyFilter },
  'PATCH /api/v1/admin/account-features': {
    ...actor,
    account_id: textOrEmpty(),
    email: textOrEmpty(emailMax),
    mcp: body('boolean|null'),
    inherit: body('boolean', { default: false }),
    reason: body('string', { required: true, minLength: 1, maxLength: 500 }),
  },
  'POST /api/v1/admin/growth/campaigns': { ...actor, ...campaign },
  'POST /api/v1/admin/growth/promos': actor,
  'POST /api/v1/admin/growth/credits': actor,
  'GET /api/v1/admin/growth/credits': { limit: limit(100) },
  'GET /api/v1/admin/growth/redemptions': { limit: limit(100) },
  'GET /api/v1/admin/growth/accounts': {
    ...{ email: emptyFilter, account_id: emptyFilter, q: emptyFilter, locked: emptyFilter },
    ...{ rpm: emptyFilter, whatsapp: emptyFilter, limit: limit(50), offset: firstOf },
  },
  'PATCH /api/v1/admin/growth/accounts/rate': {
    ...actor,
    ...textMembers('account_id email message'),
    rpm: body('integer|null'),
  },
  'GET /api/v1/admin/growth/journey': { email: filter, account_id: filter },
  'GET /api/v1/admin/platform': { limit: limit(50) },
  'PATCH /api/v1/admin/platform': actor,
  'POST /api/v1/admin/platform/rollback': actor,
  'POST /api/v1/keys/create': {
    email: requiredText(),
    plan: body('string', { default: 'credits_25' }),
    credits: body('integer', { default: 0 }),
    rate_limit_per_min: body('integer', { default: 0 }),
  },
  'GET /api/v1/admin/usage': { hours: query('integer', { default: 24 }) },
};
