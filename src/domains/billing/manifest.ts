import { domain } from '#core/domain.ts';
import {
  paymentProviders,
  providerVariables,
  refusedProviderVariables,
} from '#platform/payments/providers.ts';
import { billingData } from './account-rows.ts';
import { changeCatalogue } from './catalogue/change-catalogue.ts';
import { previewCatalogue } from './catalogue/preview-catalogue.ts';
import { rollBackCatalogue } from './catalogue/roll-back-catalogue.ts';
import { showCatalogue } from './catalogue/show-catalogue.ts';
import { withdrawCatalogue } from './catalogue/withdraw-catalogue.ts';
import { checkOut } from './checkout/check-out.ts';
import { checkOutAccount } from './checkout/check-out-account.ts';
import { listOpenPurchases } from './checkout/list-open-purchases.ts';
import { showPlan } from './checkout/show-plan.ts';
import { claimPurchase } from './claims/claim-purchase.ts';
import { showClaimToken } from './claims/show-claim-token.ts';
import { endContract } from './contracts/end-contract.ts';
import { grantContracts } from './contracts/grant-contracts.ts';
import { listContracts } from './contracts/list-contracts.ts';
import { saveContract } from './contracts/save-contract.ts';
import { applyDelivery } from './deliveries/apply-delivery.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { reapplyDelivery } from './deliveries/reapply-delivery.ts';
import { receiveDelivery } from './deliveries/receive-delivery.ts';
import { sweepDeliveries } from './deliveries/sweep-deliveries.ts';
import { askPurchase } from './desk/ask-purchase.ts';
import { attachPayment } from './desk/attach-payment.ts';
import { listPurchases } from './desk/list-purchases.ts';
import { listUnmatched } from './desk/list-unmatched.ts';
import { previewRefund } from './desk/preview-refund.ts';
import { refundPayment } from './desk/refund-payment.ts';
import { showPurchase } from './desk/show-purchase.ts';
import { issueDocument, issueLeftDocuments } from './documents/issue-document.ts';
import { reportGst } from './documents/report-gst.ts';
import { billingErrors } from './errors.ts';
import { changeAccountFeature } from './features/change-account-feature.ts';
import { changePlanFeature } from './features/change-plan-feature.ts';
import { listAccountFeatures } from './features/list-account-features.ts';
import { listPlanFeatures } from './features/list-plan-features.ts';
import { forgetUnpaidPurchases } from './forgetting/forget-unpaid-purchases.ts';
import { billingJourney } from './journey.ts';
import { remindUnclaimed, sendPurchaseMail } from './mails/purchase-mails.ts';
import { listPayments } from './money/list-payments.ts';
import { refundDuplicate } from './money/refund-duplicate.ts';
import { sendRefund } from './money/send-refund.ts';
import { openBilling } from './open-billing.ts';
import { mailHealth, paymentHealth } from './payment-health.ts';
import { showPriceList } from './price-list/show-price-list.ts';
import { priceListVariables } from './price-list/variables.ts';
import { reconcilePayments } from './reconciliation/reconcile-payments.ts';
import { showAgentAccess } from './show-agent-access.ts';
import { announceEnding } from './subscriptions/announce-ending.ts';
import { cancelForAccount } from './subscriptions/cancel-for-account.ts';
import { cancelSubscription } from './subscriptions/cancel-subscription.ts';
import { mailEnding } from './subscriptions/mail-ending.ts';
import { mailFailedRenewal } from './subscriptions/mail-failed-renewal.ts';
import { endSubscription } from './subscriptions/stop-subscription.ts';
import { undoCancellation } from './subscriptions/undo-cancellation.ts';
import { billingVariables } from './variables.ts';

export const billing = domain({
  id: 'billing',
  title: 'Billing',
  description:
    'Checkout, claims, subscriptions and the payment ledger. Credits are granted by captured money, once for each payment.',
  operations: [
    showPriceList,
    checkOut,
    showClaimToken,
    receiveDelivery,
    showPlan,
    checkOutAccount,
    claimPurchase,
    cancelSubscription,
    undoCancellation,
    cancelForAccount,
    listPayments,
    listOpenPurchases,
    showAgentAccess,
    listPlanFeatures,
    changePlanFeature,
    listAccountFeatures,
    changeAccountFeature,
    listDeliveries,
    reapplyDelivery,
    listPurchases,
    showPurchase,
    askPurchase,
    previewRefund,
    refundPayment,
    listUnmatched,
    attachPayment,
    reportGst,
    showCatalogue,
    previewCatalogue,
    changeCatalogue,
    withdrawCatalogue,
    rollBackCatalogue,
    listContracts,
    saveContract,
    endContract,
  ],
  jobs: [
    applyDelivery,
    sweepDeliveries,
    refundDuplicate,
    sendRefund,
    endSubscription,
    reconcilePayments,
    forgetUnpaidPurchases,
    issueDocument,
    issueLeftDocuments,
    sendPurchaseMail,
    remindUnclaimed,
    grantContracts,
    announceEnding,
    mailEnding,
    mailFailedRenewal,
  ],
  errors: billingErrors,
  variables: { ...priceListVariables, ...billingVariables, ...providerVariables },
  refusedVariables: refusedProviderVariables,
  formOrigins: paymentProviders.flatMap(({ formOrigins }) => formOrigins),
  health: [paymentHealth, mailHealth],
  accountData: billingData,
  journey: [billingJourney],
  open: openBilling,
});
