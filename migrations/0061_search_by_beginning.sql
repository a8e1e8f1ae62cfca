-- What an operator types of a reference, or of the number of a document, is often only its beginning.
create index purchase_reference_beginning on purchase_reference (reference text_pattern_ops);
create index payment_reference_beginning on payment (reference text_pattern_ops);
create index payment_document_beginning on payment (document text_pattern_ops) where document is not null;
create index business_profile_gstin on business_profile (gstin) where gstin is not null;
