/**
 * The wire types, which Rust writes (`core/src/wire`) and wasm-pack hands over.
 *
 * Types only: importing this file never loads the WASM package, so the server bundle may use it too.
 */
export type {
  BillingCycle,
  Brand,
  BuyPage,
  CheckoutLinkRequest,
  CheckoutLinkResponse,
  CodeNotice,
  Content,
  CurrencyOption,
  Direction,
  HomePage,
  InitialData,
  Language,
  NotFoundPage,
  Page,
  PaymentStatus,
  PaymentStatusResponse,
  PlanCard,
  PlanPrice,
  Prefixes,
  PriceExplanation,
  PriceFacts,
  PriceLabel,
  PriceLine,
  PriceMismatchRequest,
  PriceMismatchResponse,
  ProblemBody,
  Rating,
  SessionRedirectRequest,
  SessionRedirectResponse,
  Theme,
  VerifyRequest,
  VerifyResponse,
} from './generated/onefare_wasm';
